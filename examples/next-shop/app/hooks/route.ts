import { verifyWebhook, WebhookVerificationError } from "@closed-loop/sdk";
import { orders } from "../../shop";

/** The truth for an order whose answer was lost, and of refunds made elsewhere; a part leaves it paid. A repeat changes nothing. */
export async function POST(request: Request): Promise<Response> {
  try {
    const { event } = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET ?? "");
    const order = "merchantReference" in event ? orders.get(event.merchantReference ?? "") : undefined;
    const isRefunded = order && event.event === "authorization.reversed" && event.reversed >= order.good.price;
    const status = isRefunded ? "refunded" : event.event === "authorization.captured" ? "paid" : null;
    if (order && status && order.status !== "refunded") Object.assign(order, { status, asked: undefined });
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ message: error.message }, { status: 400 });
  }
}
