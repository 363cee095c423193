import { EVENT_TYPES, isPaymentEvent } from "@/server/contracts/event-types";
import type { StaffCaller } from "@/server/domain/caller";
import {
  type DeliveryAttempt,
  type DeliveryDetail,
  type DueRetry,
  deliveryStatusText,
  type EventDetail,
  type ListedDelivery,
  type ListedEvent,
  type RecentAttempt,
  type RecentOutcome,
  SAMPLE_FACTS,
  type ShownReplay,
  type SubscriptionHealth,
  type SubscriptionRow,
  skippedBy,
  summaryOf,
} from "@/server/domain/webhooks";
import { presentDelivery, presentEvent, presentSubscription } from "../rest/webhooks";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentAmount, presentDate } from "../shared/values";

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

export function presentListedDelivery(row: ListedDelivery) {
  const { isTest, authorizationId, authorizationNumber, amountMinor, currency, durationMs } = row;
  const payment = { recordId: authorizationId, authorizationId: authorizationNumber };
  const amount = amountMinor === null || currency === null ? null : presentAmount(amountMinor, currency);
  return { ...presentDelivery(row), isTest, payment, amount, currency, durationMs };
}

export const DELIVERY_CELLS: Cells<ReturnType<typeof presentListedDelivery>> = {
  created_utc: ({ created }) => presentCsvCell(created),
  delivery_id: ({ id }) => presentCsvCell(id),
  event: ({ event }) => presentCsvCell(event),
  is_sample: ({ isTest }) => presentCsvCell(isTest ? "yes" : "no"),
  status: ({ status }) => presentCsvCell(status),
  attempts: ({ attempt }) => presentCsvCell(attempt),
  response_code: ({ responseCode }) => presentCsvCell(responseCode === null ? null : String(responseCode)),
  error: ({ error }) => presentCsvCell(error),
  duration_ms: ({ durationMs }) => presentCsvCell(durationMs === null ? null : String(durationMs)),
  url: ({ url }) => presentCsvCell(url),
  authorization_id: ({ payment }) => presentCsvCell(payment.authorizationId),
  record_id: ({ payment }) => presentCsvCell(payment.recordId),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) =>
    amount === null || currency === null ? presentCsvCell(null) : presentCsvAmount(amount, currency),
};

export function presentListedEvent(event: ListedEvent) {
  const { id, type, createdAt, facts } = event;
  const { authorizationNumber, amountMinor, currency } = summaryOf(event);
  const amount = amountMinor === null || currency === null ? null : presentAmount(amountMinor, currency);
  const { recordId, merchant } = facts;
  return {
    id,
    event: type,
    recordId,
    authorizationId: authorizationNumber,
    merchant,
    amount,
    currency,
    createdAt: presentDate(createdAt),
  };
}

/** `body` is the exact text sent. */
export function presentEventDetail({ event, receivers }: EventDetail) {
  return {
    ...presentListedEvent(event),
    isPayments: isPaymentEvent(event.type),
    body: JSON.stringify(presentEvent(event)),
    receivers: receivers.map(({ deliveryStatus, ...receiver }) => ({
      ...receiver,
      deliveryStatus: deliveryStatus === null ? null : deliveryStatusText({ status: deliveryStatus }),
    })),
  };
}

const NEWS_MS = 10 * 60_000;

export function presentReplay(replay: ShownReplay, now: Date) {
  const { id, total, done, outcomes, state, finishedAt } = replay;
  const isNews = finishedAt === null || now.getTime() - finishedAt.getTime() < NEWS_MS;
  return { id, total, done, outcomes, skipped: skippedBy(replay), state, finishedAt: presentDate(finishedAt), isNews };
}

export function presentSamples({ environment, now: createdAt }: StaffCaller) {
  return EVENT_TYPES.map((type) => {
    const event = { id: "TESTsampleEvent01", type, environment, sequence: 1, facts: SAMPLE_FACTS[type], createdAt };
    return { event: type, body: JSON.stringify(presentEvent(event)) };
  });
}

/** `body` is the exact text sent. */
export function presentDeliveryDetail(detail: DeliveryDetail) {
  const { delivery, subscription, event, attempts, isRetryable } = detail;
  return {
    ...presentDelivery(delivery),
    subscription: { id: subscription.id, url: subscription.url, status: subscription.status },
    authorizationId: isPaymentEvent(event.type) ? delivery.authorizationId : null,
    isTest: event.facts.isTest === true,
    body: JSON.stringify(presentEvent(event)),
    attempts: attempts.map(presentAttempt),
    isRetryable,
  };
}
