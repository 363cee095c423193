import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhooks/webhook-events";
import type { Page } from "@/server/domain/page";
import {
  deliveryStatusText,
  type EventType,
  type ShownDelivery,
  type StoredEvent,
  type SubscriptionRow,
  type SubscriptionWithSecret,
} from "@/server/domain/webhooks";
import { presentAmount, presentDate } from "../shared/values";

/** Contract 2.9, without the secret. */
export function presentSubscription(row: SubscriptionRow) {
  return {
    id: row.id,
    url: row.url,
    events: row.events as EventType[],
    description: row.description,
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

/** Contract 2.9. The secret goes out here and nowhere else. */
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

/** A page as the wire has it (contract 4.4). */
export function presentList<Item, Shown>({ items, next }: Page<Item>, present: (item: Item) => Shown) {
  return { data: items.map(present), hasMore: next !== null };
}

/** Contract 6.2, where it has them; then what every event has besides. */
function presentShared({ type, environment, sequence, createdAt, facts }: StoredEvent) {
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
    ...(facts.isTest ? { test: true } : {}),
  };
}

/** What its type has besides. A field that was added after the event was written is null. */
function presentDetails({ type, facts }: StoredEvent): Record<string, unknown> {
  const { amounts, fields } = WEBHOOK_EVENTS[type];
  const stored: Readonly<Record<string, unknown>> = { ...facts };
  const amountOf = (name: string) => presentAmount(BigInt(String(stored[`${name}Minor`])), facts.currency);
  return Object.fromEntries([
    ...Object.keys(amounts).map((name) => [name, amountOf(name)]),
    ...Object.keys(fields).map((name) => [name, stored[name] ?? null]),
  ]);
}

/** The body of a delivery (contract 6.2). */
export function presentEvent(event: StoredEvent): Record<string, unknown> {
  return { ...presentShared(event), ...presentDetails(event) };
}
