import { verifyWebhook, WebhookVerificationError } from "@closed-loop/sdk";
import { orders, type Status } from "../../shop";

const BECOMES: Readonly<Record<string, Status>> = {
  "authorization.captured": "paid",
  "authorization.reversed": "refunded",
};

/** The truth for an order whose answer was lost, and of refunds made elsewhere. A repeat changes nothing. */
export async function POST(request: Request): Promise<Response> {
  try {
    const { event } = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET ?? "");
    const order = "merchantReference" in event ? orders.get(event.merchantReference ?? "") : undefined;
    const status = BECOMES[event.event];
    if (order && status && order.status !== "refunded") order.status = status;
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ message: error.message }, { status: 400 });
  }
}
