import { ApiError, ClosedLoopError } from "@closed-loop/sdk";
import { GOODS, orders, shop } from "../../shop";

/** Without a code it checks: it repeats what was asked for, if that is unknown. */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData();
  const [number = "", code = "", pin] = ["order", "code", "pin"].map((name) => String(form.get(name) ?? "").trim());
  const good = GOODS.find(({ id }) => id === form.get("good"));
  const order = orders.get(number) ?? (number && good ? { good, status: "open" as const } : null);
  if (order?.status === "paid") return says(request, "It is paid already.");
  if (order?.status === "refunded") return says(request, "It was refunded. Choose again for a new order.");
  if (!order || !(code || order.asked)) return says(request, "Choose something, and type your code.");
  // The price is the shop’s, never the form’s.
  const sale = {
    paymentCode: code,
    ...(pin ? { pin } : {}),
    amount: order.good.price,
    merchantReference: number,
  };
  const asked = order.asked ?? { sale, idempotencyKey: crypto.randomUUID() };
  if (code && (asked.sale.paymentCode !== code || asked.sale.pin !== sale.pin))
    return says(request, "The first payment may have gone through: press Check.", number);
  // In a database, this is committed before the request goes out.
  orders.set(number, Object.assign(order, { asked }));
  try {
    const { approved, reasonMessage } = await shop().sellPaymentCode(asked.sale, {
      idempotencyKey: asked.idempotencyKey,
    });
    if (order.asked === asked) Object.assign(order, { asked: undefined, status: approved ? "paid" : "declined" });
    return says(request, approved ? `Thank you: order ${number} is paid.` : `Not paid: ${reasonMessage}`);
  } catch (error) {
    if (!(error instanceof ClosedLoopError)) throw error;
    // 429 and 5xx may follow an attempt that was done and whose answer was lost.
    if (!(error instanceof ApiError && error.status < 429))
      return says(request, "No answer came. Press Check: you pay once.", number);
    if (order.asked === asked) order.asked = undefined;
    return says(request, `Not paid: ${error.message}`);
  }
}

function says(request: Request, text: string, order?: string): Response {
  const url = new URL(`/?${new URLSearchParams({ says: text, ...(order ? { order } : {}) })}`, request.url);
  return new Response(null, { status: 303, headers: { location: url.toString() } });
}
