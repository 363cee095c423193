import type {
  DeliveryAttempt,
  DeliveryDetail,
  DueRetry,
  ListedDelivery,
  RecentAttempt,
  RecentOutcome,
  SubscriptionHealth,
  SubscriptionRow,
} from "@/server/domain/webhooks";
import { presentDelivery, presentEvent, presentSubscription } from "../rest/webhooks";
import { presentDate } from "../shared/values";

/** A row of the list of subscriptions. */
export function presentListedSubscription(row: SubscriptionRow, outcome: RecentOutcome | undefined) {
  return { ...presentSubscription(row), recent: outcome ?? { attempts: 0, arrived: 0 } };
}

function presentRecentAttempt({ id, deliveryId, startedAt, durationMs, responseCode, error }: RecentAttempt) {
  return { id, deliveryId, startedAt: presentDate(startedAt), durationMs, responseCode, error };
}

function presentRetry({ id, eventType, attempt, nextAttemptAt }: DueRetry) {
  return { id, event: eventType, attempt, nextAttemptAt: presentDate(nextAttemptAt) };
}

export function presentHealth({ attempts, retries }: SubscriptionHealth) {
  return { attempts: attempts.map(presentRecentAttempt), retries: retries.map(presentRetry) };
}

function presentAttempt({ startedAt, ...attempt }: DeliveryAttempt) {
  return { ...attempt, startedAt: presentDate(startedAt) };
}

/** A row of the delivery log. */
export function presentListedDelivery(row: ListedDelivery) {
  return { ...presentDelivery(row), isTest: row.isTest };
}

/** A delivery as a page shows it. `body` is the very text that is sent. */
export function presentDeliveryDetail(detail: DeliveryDetail) {
  const { delivery, subscription, event, attempts, isRetryable } = detail;
  return {
    ...presentDelivery(delivery),
    subscription: { id: subscription.id, url: subscription.url, status: subscription.status },
    authorizationId: delivery.authorizationId,
    isTest: event.facts.isTest === true,
    body: JSON.stringify(presentEvent(event)),
    attempts: attempts.map(presentAttempt),
    isRetryable,
  };
}
