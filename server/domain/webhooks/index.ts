export { attemptDelivery } from "./attempt-delivery";
export { countOverdueDeliveries } from "./count-overdue-deliveries";
export { createSubscription } from "./create-subscription";
export { deliveryStatusText, type ShownDelivery } from "./delivery";
export { bindDeliveryQueue, ringDeliveryBell, untilBellIsAnswered } from "./delivery-bell";
export type { EventFacts, EventType, NewEvent, StoredEvent } from "./event";
export { failsNow } from "./fails-now";
export { type DeliveryAttempt, type DeliveryDetail, getDelivery } from "./get-delivery";
export {
  countOutcomes,
  type DueRetry,
  getHealth,
  type RecentAttempt,
  type RecentOutcome,
  type SubscriptionHealth,
} from "./get-health";
export { getSubscription } from "./get-subscription";
export { type ListedDelivery, listDeliveries } from "./list-deliveries";
export { listSubscriptions } from "./list-subscriptions";
export type { Page } from "./page";
export {
  type AttemptResult,
  bindWebhookSender,
  type DeliveryQueue,
  type DueDelivery,
  type OutgoingAttempt,
  type WebhookSender,
} from "./ports";
export { recordEvent, recordUnanswered, type Subscriber, selectSubscribers } from "./record-event";
export { retryDelivery } from "./retry-delivery";
export { RETRY_DELAYS_MS, SCHEDULED_ATTEMPTS } from "./retry-schedule";
export { revokeSubscription } from "./revoke-subscription";
export { rotateSecret } from "./rotate-secret";
export { SAMPLE_FACTS } from "./sample-facts";
export { sendTestEvent } from "./send-test-event";
export type { SubscriptionRow, SubscriptionWithSecret } from "./subscription";
export { sweepDeliveries } from "./sweep-deliveries";
export { updateSubscription } from "./update-subscription";
