import { isPaymentEvent } from "@/server/contracts/event-types";
import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhooks/webhook-events";
import type { Page } from "@/server/domain/page";
import {
  deliveryStatusText,
  type EventOutcome,
  type EventType,
  type ListedDelivery,
  type ListedEvent,
  type PaymentFacts,
  type ShownDelivery,
  type ShownReplay,
  type StoredEvent,
  type SubscriptionRow,
  type SubscriptionWithSecret,
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
    since: presentDate(replay.since),
    until: presentDate(replay.until),
    status: (replay.statuses ?? []).map((name) => OUTCOME_WORDS[name as EventOutcome]),
    types: (replay.eventTypes ?? []) as EventType[],
    createdAt: presentDate(replay.createdAt),
    finishedAt: presentDate(replay.finishedAt),
  };
}

export function presentList<Item, Shown>({ items, next }: Page<Item>, present: (item: Item) => Shown) {
  return { data: items.map(present), hasMore: next !== null };
}

function presentRecord({ type, environment, sequence, createdAt, facts }: StoredEvent) {
  const { recordId, merchant } = facts;
  return { recordId, merchant, event: type, createdAt: presentDate(createdAt), sequence, environment, ...mark(facts) };
}

function mark({ isTest }: StoredEvent["facts"]) {
  return isTest ? { test: true } : {};
}

/** The fields of contract 6.2, followed by our additions. */
function presentPayment({
  type,
  environment,
  sequence,
  createdAt,
  facts,
}: Omit<StoredEvent, "facts"> & { readonly facts: PaymentFacts }) {
  return {
    id: facts.authorizationId,
    recordId: facts.recordId,
    amount: presentAmount(BigInt(facts.amountMinor), facts.currency),
    currency: facts.currency,
    approvalCode: facts.approvalCode,
    card: facts.card,
    merchant: facts.merchant,
    channel: facts.channel,
    event: type,
    createdAt: presentDate(createdAt),
    sequence,
    environment,
    merchantReference: facts.merchantReference ?? null,
    metadata: facts.metadata ?? null,
    instrument: facts.instrument ?? null,
    transactionId: facts.transactionId ?? null,
    refundId: facts.refundId ?? null,
    ...mark(facts),
  };
}

/** Additional fields of the event's type. A field added after the event was stored is null. */
function presentDetails({ type, facts }: StoredEvent): Record<string, unknown> {
  const { amounts, otherAmounts = {}, fields } = WEBHOOK_EVENTS[type];
  const stored: Readonly<Record<string, unknown>> = { ...facts };
  const amountOf = (name: string) => {
    const minor = stored[`${name}Minor`] ?? null;
    return minor === null ? null : presentAmount(BigInt(String(minor)), String(stored.currency));
  };
  return Object.fromEntries([
    ...[...Object.keys(amounts), ...Object.keys(otherAmounts)].map((name) => [name, amountOf(name)]),
    ...Object.keys(fields).map((name) => [name, stored[name] ?? null]),
  ]);
}

/** The body of a delivery (contract 6.2). */
export function presentEvent(event: StoredEvent): Record<string, unknown> {
  const { type, facts } = event;
  const shared =
    isPaymentEvent(type) && "channel" in facts ? presentPayment({ ...event, facts }) : presentRecord(event);
  return { ...shared, ...presentDetails(event) };
}
