import { ApiError, NoAnswerError } from "@closed-loop/sdk";
import { GOODS, orders, shop } from "../../shop";

export async function POST(request: Request): Promise<Response> {
  const form = await request.formData();
  const [number, code, pin] = ["order", "code", "pin"].map((name) => String(form.get(name) ?? "").trim());
  const good = GOODS.find(({ id }) => id === form.get("good"));
  if (!number || !code || !good) return says(request, "Choose something, and type your code.");
  const order = orders.get(number) ?? { good, status: "open" };
  orders.set(number, order);
  if (order.status === "paid") return says(request, "It is paid already.");
  try {
    // The price is the shop’s, never the form’s. The key names the order and the code, so that another code is another try.
    const sale = await shop().sellPaymentCode(
      { paymentCode: code, ...(pin ? { pin } : {}), amount: order.good.price, merchantReference: number },
      { idempotencyKey: `${number}-${code}-${pin}` },
    );
    order.status = sale.approved ? "paid" : "declined";
    return says(request, sale.approved ? `Thank you: order ${number} is paid.` : `Not paid: ${sale.reasonMessage}`);
  } catch (error) {
    if (error instanceof NoAnswerError) return says(request, "No answer came. Press Pay again: you pay once.", number);
    if (error instanceof ApiError) return says(request, `Not paid: ${error.message}`);
    throw error;
  }
}

function says(request: Request, text: string, order?: string): Response {
  const url = new URL(`/?${new URLSearchParams({ says: text, ...(order ? { order } : {}) })}`, request.url);
  return new Response(null, { status: 303, headers: { location: url.toString() } });
}
