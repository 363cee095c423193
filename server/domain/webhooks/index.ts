export { attemptDelivery, type DeliveryTurn } from "./deliveries/attempt-delivery";
export { attemptRetry, type RetryTurn } from "./deliveries/attempt-retry";
export { bindDeliveryQueue, wakeDeliveriesAfterWrites } from "./deliveries/bind-queue";
export { countOverdueDeliveries } from "./deliveries/count-overdue-deliveries";
export { deliverDue, findNextDelivery } from "./deliveries/deliver-due";
export { deliveryStatusText, type ShownDelivery } from "./deliveries/delivery";
export { failsNow } from "./deliveries/fails-now";
export { type DeliveryAttempt, type DeliveryDetail, getDelivery } from "./deliveries/get-delivery";
export { type ListedDelivery, listDeliveries, listSortedDeliveries } from "./deliveries/list-deliveries";
export { type DeliveryLoad, measureDeliveries } from "./deliveries/measure-deliveries";
export { ATTEMPT_PARTITIONS } from "./deliveries/record-attempt";
export { retryDelivery } from "./deliveries/retry-delivery";
export { RETRY_DELAYS_MS, SCHEDULED_ATTEMPTS } from "./deliveries/retry-schedule";
export { sendTestEvent } from "./deliveries/send-test-event";
export { signatureHeaders, standardHeaders } from "./deliveries/sign-webhook";
export { sweepDeliveries } from "./deliveries/sweep-deliveries";
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
  getEvent,
  getEventDetail,
  type ListedEvent,
  listEvents,
} from "./events/list-events";
export { findSubscribers, type Publish, publishing } from "./events/publish-events";
export {
  areHeard,
  type FactsRow,
  factsOf,
  type Published,
  recordEvent,
  recordEvents,
  SELECT_FACTS,
  type Subscriber,
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
export {
  advanceReplay,
  bindReplayQueue,
  type DueReplay,
  handOnReplay,
  handOverReplays,
  type ReplayQueue,
  type ReplayTurn,
} from "./replays/advance-replay";
export {
  cancelReplay,
  type EventOutcome,
  findReplay,
  getReplay,
  replayEvents,
  type ShownReplay,
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
export { getSubscription, listSortedSubscriptions, listSubscriptions } from "./subscriptions/list-subscriptions";
export {
  makeNextSecret,
  rotateSecret,
  SEALED_NEXT_WEBHOOK_SECRETS,
  SEALED_WEBHOOK_SECRETS,
} from "./subscriptions/signing-secrets";
export type { SubscriptionRow, SubscriptionWithSecret } from "./subscriptions/subscription";
export { editSubscription, revokeSubscription, updateSubscription } from "./subscriptions/update-subscription";
