import { RecentDeliveries, verifyWebhook } from "@closed-loop/sdk";

const recent = new RecentDeliveries();

/** Throws if the delivery isn't genuine. Returns null for a repeated one. */
export async function receive(rawBody: string, headers: Record<string, string>, secret: string) {
  const { event, deliveryId } = await verifyWebhook(rawBody, headers, secret);
  return recent.isNew(deliveryId) ? event : null;
}
