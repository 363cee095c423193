import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhooks/webhook-events";
import {
  deliveryStatusText,
  type EventOutcome,
  type EventType,
  type ListedDelivery,
  type ListedEvent,
  type ShownDelivery,
  type ShownReplay,
  type StoredEvent,
  type SubscriptionRow,
  type SubscriptionWithSecret,
  skippedBy,
} from "@/server/domain/webhooks";
import { presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentAmount, presentDate } from "../shared/values";

/** Contract 2.9, without the secret. */
export function presentSubscription(row: SubscriptionRow) {
  return {
    id: row.id,
    url: row.url,
    events: row.events as EventType[],
    description: row.description,
    merchant: row.merchantId,
    status: row.status,
    secretLast4: row.secretLast4,
    secretSince: presentDate(row.secretSince),
    nextSecretLast4: row.nextSecretLast4,
    nextSecretAt: presentDate(row.nextSecretAt),
    failureCount: row.failureCount,
    lastDelivery: presentDate(row.lastDeliveryAt),
    created: presentDate(row.createdAt),
    updated: presentDate(row.updatedAt),
  };
}

export const SUBSCRIPTION_CELLS: Cells<ReturnType<typeof presentSubscription>> = {
  created_utc: ({ created }) => presentCsvCell(created),
  subscription_id: ({ id }) => presentCsvCell(id),
  url: ({ url }) => presentCsvCell(url),
  description: ({ description }) => presentCsvCell(description),
  events: ({ events }) => presentCsvCell(events.join(" ")),
  status: ({ status }) => presentCsvCell(status),
  exhausted_in_a_row: ({ failureCount }) => presentCsvCell(failureCount),
  last_delivery_utc: ({ lastDelivery }) => presentCsvCell(lastDelivery),
};

/** Contract 2.9. The only response that contains the secret. */
export function presentSubscriptionWithSecret({ row, secret }: SubscriptionWithSecret) {
  return { ...presentSubscription(row), secret };
}

/** Contract 2.10. */
export function presentDelivery(row: ShownDelivery) {
  return {
    id: row.id,
    event: row.eventType as EventType,
    eventId: row.eventId,
    url: row.url,
    attempt: row.attempt,
    status: deliveryStatusText(row),
    responseCode: row.responseCode,
    error: row.error,
    created: presentDate(row.createdAt),
    scheduledAt: presentDate(row.scheduledAt ?? row.nextAttemptAt),
    deliveredAt: presentDate(row.deliveredAt),
    nextRetryAt: row.attempt === 0 ? null : presentDate(row.nextAttemptAt),
  };
}

/** Contract 2.10, with the body that is posted. */
export function presentDeliveryWithPayload(row: ListedDelivery) {
  return { ...presentDelivery(row), payload: presentEvent(row.event) };
}

export function presentEventRecord(event: ListedEvent) {
  const { id, type, sequence, createdAt, facts } = event;
  const { recordId, merchant } = facts;
  return { id, type, recordId, merchant, sequence, payload: presentEvent(event), createdAt: presentDate(createdAt) };
}

export const OUTCOME_WORDS = {
  missed: "Webhook Missed",
  failed: "Webhook Failed",
  exhausted: "Webhook Retry Exhausted",
  delivered: "Webhook Delivered",
} as const satisfies Readonly<Record<EventOutcome, string>>;

export function presentEventReplay(replay: ShownReplay) {
  return {
    id: replay.id,
    state: replay.state,
    total: replay.total,
    done: replay.done,
    delivered: replay.outcomes?.delivered ?? null,
    failed: replay.outcomes?.failed ?? null,
    exhausted: replay.outcomes?.exhausted ?? null,
    skipped: skippedBy(replay),
    since: presentDate(replay.since),
    until: presentDate(replay.until),
    status: (replay.statuses ?? []).map((name) => OUTCOME_WORDS[name as EventOutcome]),
    types: (replay.eventTypes ?? []) as EventType[],
    createdAt: presentDate(replay.createdAt),
    finishedAt: presentDate(replay.finishedAt),
  };
}

/**
 * The body of a delivery (contract 6.2): the fields of the event's schema, in its order. A field that was added after the event
 * was stored is null; only a sample has `test`.
 */
export function presentEvent({
  id,
  type,
  environment,
  sequence,
  createdAt,
  facts,
}: StoredEvent): Record<string, unknown> {
  const stored: Readonly<Record<string, unknown>> = { ...facts };
  const own: Readonly<Record<string, unknown>> = {
    id: stored.authorizationId,
    event: type,
    eventId: id,
    createdAt: presentDate(createdAt),
    sequence,
    environment,
    test: facts.isTest,
    // A payment event without an amount throws, instead of being delivered with null.
    ...("channel" in facts ? { amount: presentAmount(BigInt(facts.amountMinor), facts.currency) } : {}),
  };
  const present = (name: string) => {
    if (Object.hasOwn(own, name)) return own[name];
    const minor = stored[`${name}Minor`] ?? null;
    return minor === null ? (stored[name] ?? null) : presentAmount(BigInt(String(minor)), String(stored.currency));
  };
  const names = Object.keys(WEBHOOK_EVENTS[type].schema.shape).filter((name) => name !== "test" || facts.isTest);
  return Object.fromEntries(names.map((name) => [name, present(name)]));
}
