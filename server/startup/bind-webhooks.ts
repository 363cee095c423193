import { bindDeliveryQueue, bindWebhookSender } from "@/server/domain/webhooks";
import { deliveryQueue } from "@/server/inngest/delivery-queue";
import { createWebhookSender } from "@/server/outbound/webhook-sender";

/** Before the first request: a subscription's address is judged by whoever will send to it. */
export function bindSender(): void {
  bindWebhookSender(createWebhookSender());
}

/** Once events have somewhere to go. */
export function bindDeliveries(): void {
  bindDeliveryQueue(deliveryQueue);
}
