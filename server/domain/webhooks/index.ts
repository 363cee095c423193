export { ATTEMPT_PARTITIONS, attemptDelivery, attemptRetry, type DeliveryTurn } from "./deliveries/deliver";
export { deliveryStatusText, RETRY_DELAYS_MS, SCHEDULED_ATTEMPTS, type ShownDelivery } from "./deliveries/delivery";
export { bindDeliveryQueue, sweepDeliveries, wakeDeliveriesAfterWrites } from "./deliveries/hand-over";
export { observeBeginning } from "./deliveries/lease-send-slots";
export {
  type DeliveryAttempt,
  type DeliveryDetail,
  deliveryList,
  getDelivery,
  type ListedDelivery,
} from "./deliveries/list-deliveries";
export {
  awaitDueDeliveries,
  countOverdueDeliveries,
  type DeliveryLoad,
  failsNow,
  findNextDelivery,
  measureDeliveries,
} from "./deliveries/measure-deliveries";
export { retryDelivery } from "./deliveries/retry-delivery";
export { sendTestEvent } from "./deliveries/send-test-event";
export { signatureHeaders, standardHeaders } from "./deliveries/sign-webhook";
export { eraseCopies } from "./events/erase-copies";
export {
  type EventFacts,
  type EventType,
  type NewEvent,
  type StoredEvent,
  summaryOf,
} from "./events/event";
export {
  type EventDetail,
  eventList,
  getEvent,
  getEventDetail,
  type ListedEvent,
} from "./events/list-events";
export { findSubscribers, type Publish, publishIn, publishing, withSubscribers } from "./events/publish-events";
export {
  type FactsRow,
  factsOf,
  hasSubscribers,
  type Published,
  recordEvent,
  recordEvents,
  type Subscriber,
  selectFacts,
  selectSubscribersOf,
} from "./events/record-event";
export { SAMPLE_FACTS } from "./events/sample-facts";
export {
  type AttemptResult,
  bindWebhookSender,
  type DeliveryQueue,
  type DueDelivery,
  type OutgoingAttempt,
  type PlannedRetry,
  type WebhookSender,
} from "./ports";
export { replays } from "./replays/advance-replay";
export {
  cancelReplay,
  type EventOutcome,
  findReplay,
  getReplay,
  replayEvents,
  type ShownReplay,
  skippedBy,
} from "./replays/replay-events";
export { createSubscription } from "./subscriptions/create-subscription";
export {
  countOutcomes,
  type DueRetry,
  getHealth,
  type RecentAttempt,
  type RecentOutcome,
  type SubscriptionHealth,
} from "./subscriptions/get-health";
export { getSubscription, subscriptionList } from "./subscriptions/list-subscriptions";
export {
  makeNextSecret,
  rotateSecret,
  SEALED_NEXT_WEBHOOK_SECRETS,
  SEALED_WEBHOOK_SECRETS,
} from "./subscriptions/signing-secrets";
export type { SubscriptionRow, SubscriptionWithSecret } from "./subscriptions/subscription";
export { editSubscription, revokeSubscription, updateSubscription } from "./subscriptions/update-subscription";
