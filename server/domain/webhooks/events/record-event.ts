import { isPaymentEvent } from "@/server/contracts/event-types";
import { rowsAsJson } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { MerchantId, SubscriptionId } from "@/server/platform/noun-ids";
import type { EventFacts, EventType, NewEvent, PaymentFacts } from "./event";

export interface Subscriber {
  readonly id: SubscriptionId;
  readonly events: readonly string[];
  /** Hears only this merchant's events; null for all, including those of no merchant. */
  readonly merchantId: MerchantId | null;
}

/**
 * SQL expression: active subscriptions for events of a merchant in an environment: the tenant's own, and the merchant's;
 * limited to `types` if given. A null merchant leaves the tenant's.
 */
export function selectSubscribersOf(
  { tenantId, environment, merchantId }: { readonly [Column in "tenantId" | "environment" | "merchantId"]: Sql },
  types: readonly EventType[] | null = null,
): Sql {
  const isMeant =
    types === null ? sql`s.status = 'active'` : sql`s.status = 'active' AND s.events && ${[...types]}::text[]`;
  // Two index scans, since thousands of other merchants may have subscriptions.
  return sql`(SELECT coalesce(json_agg(json_build_object('id', s.id, 'events', s.events, 'merchantId', s.merchant_id)),
      '[]'::json)
    FROM (SELECT s.id, s.events, s.merchant_id FROM webhook_subscriptions s
        WHERE s.tenant_id = ${tenantId} AND s.environment = ${environment} AND s.merchant_id IS NULL AND ${isMeant}
      UNION ALL
      SELECT s.id, s.events, s.merchant_id FROM webhook_subscriptions s
        WHERE s.merchant_id = ${merchantId} AND s.tenant_id = ${tenantId} AND ${isMeant}) s)`;
}

function isSubscribedTo(
  { events, merchantId }: Subscriber,
  { type, facts }: Pick<NewEvent, "type" | "facts">,
): boolean {
  return events.includes(type) && (merchantId === null || merchantId === facts.merchant);
}

/** Unique per environment. On a hash collision, the second event counts as one of the first's key. */
function hashOf(tenantId: string, key: string): Sql {
  return sql`hashtextextended((${raw(tenantId)} || ' ' || ${raw(key)}) COLLATE "C", 0)`;
}

export interface Published<Type extends EventType = EventType> {
  readonly event: NewEvent<Type>;
  readonly subscribers: readonly Subscriber[];
}

/** Whether `recordEvents` writes deliveries; if not, they need no wake-up. */
export function hasSubscribers(published: readonly Published[]): boolean {
  return published.some(({ event, subscribers }) => subscribers.some((one) => isSubscribedTo(one, event)));
}

/**
 * CTEs `event` and, if anyone subscribes, `event_deliveries`: the events and a pending delivery per subscriber, in the
 * query of their cause; `name` distinguishes a second cause. A subscription paused or revoked since it was read gets none.
 *
 * Merchants of a tenant may send equal keys, and a refused request leaves its key to the next: if the tenant has an event of
 * this name, the event's own id is added to it. The unique key catches concurrent ones. LIMIT looks each name up; an EXISTS
 * would be planned as a scan of all events.
 *
 * Authorizations number their events in their own rows. Events of other records are numbered here, which is sound while the
 * query or its transaction holds that record's lock.
 */
export function recordEvents(published: readonly Published[], guard: string, name = "event"): Sql {
  const known = new Known();
  const written = published.map(({ event, subscribers }) => ({ event, row: eventRow(event, known), subscribers }));
  const rows = written.map(({ row }) => row);
  const deliveries = written.flatMap(({ event, row, subscribers }) =>
    subscribers
      .filter((one) => isSubscribedTo(one, event))
      .map(({ id }) => ({ id: newRecordId(row.createdAt), subscriptionId: id, ...sharedOf(row) })),
  );
  const isNumberedHere = rows.some(({ subjectId }) => subjectId !== null);
  const sequence = isNumberedHere
    ? sql`e.sequence + CASE WHEN e.subject_id IS NULL THEN 0
        ELSE (SELECT coalesce(max(o.sequence), 0) FROM events o WHERE o.subject_id = e.subject_id) END`
    : sql`e.sequence`;
  const recorded = sql`${raw(name)} AS (
      INSERT INTO events (id, tenant_id, environment, type, authorization_id, subject_id, sequence, facts,
        idempotency_key, created_at)
      SELECT e.id, e.tenant_id, e.environment, e.type, e.authorization_id, e.subject_id, ${sequence}, e.facts,
        CASE WHEN e.is_again OR known.idempotency_key IS NOT NULL THEN e.name || ':' || e.id ELSE e.name END,
        e.created_at
      FROM ${raw(guard)}, json_to_recordset(${rowsAsJson(rows)}::json) AS e(id text, tenant_id text,
        environment environment, type text, authorization_id text, subject_id text, sequence int, facts json, name text,
        is_again boolean, created_at timestamptz)
      LEFT JOIN LATERAL (SELECT o.idempotency_key FROM events o WHERE o.environment = e.environment
        AND ${hashOf("o.tenant_id", "o.idempotency_key")} = ${hashOf("e.tenant_id", "e.name")} LIMIT 1) known ON true
      RETURNING ${isNumberedHere ? sql`id, sequence` : sql`1`}
    )`;
  if (deliveries.length === 0) return recorded;
  const numbered = isNumberedHere ? sql`JOIN ${raw(name)} n ON n.id = d.event_id` : sql``;
  return sql`${recorded},
    ${raw(name)}_deliveries AS (
      INSERT INTO webhook_deliveries (id, subscription_id, event_id, event_type, authorization_id, sequence,
        created_at, next_attempt_at, due_at)
      SELECT d.id, s.id, d.event_id, d.event_type, d.authorization_id, ${isNumberedHere ? sql`n.sequence` : sql`d.sequence`},
        d.created_at, d.created_at, least(d.created_at, ${now()}::timestamptz)
      FROM ${raw(guard)}, json_to_recordset(${rowsAsJson(deliveries)}::json) AS d(id text, subscription_id text,
        event_id text, event_type text, authorization_id text, sequence int, created_at timestamptz)
      ${numbered} JOIN webhook_subscriptions s ON s.id = d.subscription_id AND s.status = 'active'
      RETURNING 1
    )`;
}

export function recordEvent<Type extends EventType>(
  event: NewEvent<Type>,
  subscribers: readonly Subscriber[],
  guard: string,
  name = "event",
): Sql {
  return recordEvents([{ event, subscribers }], guard, name);
}

type EventRow = ReturnType<typeof eventRow>;

class Known {
  readonly #names = new Set<string>();
  readonly #bySubject = new Map<string, number>();

  /** Also registers the name. */
  hasNamed(name: string): boolean {
    const isAgain = this.#names.has(name);
    this.#names.add(name);
    return isAgain;
  }

  nextOf(subjectId: string): number {
    const next = (this.#bySubject.get(subjectId) ?? 0) + 1;
    this.#bySubject.set(subjectId, next);
    return next;
  }
}

function eventRow({ tenantId, environment, type, sequence, facts, source, at }: NewEvent, known: Known) {
  const name = `${type}:${source}`;
  const isPayments = isPaymentEvent(type);
  return {
    id: newRecordId(at),
    tenantId,
    environment,
    type,
    authorizationId: isPayments ? facts.recordId : null,
    subjectId: isPayments ? null : facts.recordId,
    sequence: isPayments || facts.recordId === null ? sequence : known.nextOf(facts.recordId),
    facts: storedFacts(facts),
    name,
    isAgain: known.hasNamed(`${tenantId} ${environment} ${name}`),
    createdAt: at,
  };
}

function sharedOf({ id, type, authorizationId, subjectId, sequence, createdAt }: EventRow) {
  return { eventId: id, eventType: type, authorizationId: authorizationId ?? subjectId, sequence, createdAt };
}

type Facts = EventFacts[EventType];

/** Read from the authorization's row, where they never change. */
type AuthorizationFacts = Pick<
  PaymentFacts,
  | "authorizationId"
  | "recordId"
  | "currency"
  | "approvalCode"
  | "card"
  | "merchant"
  | "channel"
  | "instrument"
  | "metadata"
  | "member"
  | "account"
>;

/** All facts if there is no authorization, or for events from before facts were read from it. */
type StoredFacts = Facts | Omit<PaymentFacts, keyof AuthorizationFacts>;

function storedFacts(facts: Facts): StoredFacts {
  if (facts.recordId === null || facts.isTest || !("authorizationId" in facts) || !("channel" in facts)) return facts;
  const { authorizationId, recordId, currency, approvalCode, card, merchant, channel, ...rest } = facts;
  const { instrument, metadata, member, account, ...own } = rest;
  return own;
}

/**
 * SQL: columns of event `e` for `factsOf`. `isForMerchant`, a condition: a merchant issues to nobody, so the payer isn't named to
 * one, nor to a tenant that didn't issue to them.
 */
export function selectFacts(isForMerchant: Sql): Sql {
  return sql`e.facts AS stored_facts, (SELECT json_build_object(
      'authorizationId', a.authorization_number, 'recordId', a.id, 'currency', a.currency, 'approvalCode', a.approval_code,
      'card', coalesce(a.card_id, a.payment_code_id, a.agreement_id), 'merchant', a.merchant_id, 'channel', a.channel,
      'instrument', CASE WHEN a.card_id IS NOT NULL THEN 'card' WHEN a.payment_code_id IS NOT NULL THEN 'payment_code'
        ELSE 'agreement' END, 'metadata', a.metadata,
      'member', p.id, 'account', CASE WHEN p.id IS NOT NULL THEN a.account_id END)
    FROM authorizations a JOIN accounts o ON o.id = a.account_id
      LEFT JOIN members p ON p.id = o.member_id AND p.tenant_id = a.tenant_id AND NOT ${isForMerchant}
    WHERE a.id = e.authorization_id) AS record_facts`;
}

export interface FactsRow {
  readonly storedFacts: StoredFacts;
  readonly recordFacts: AuthorizationFacts | null;
}

export function factsOf({ storedFacts, recordFacts }: FactsRow): Facts {
  if ("recordId" in storedFacts || "currency" in storedFacts) return storedFacts as Facts;
  if (recordFacts === null) throw new Error("the authorization of an event is missing");
  return { ...recordFacts, ...storedFacts } as PaymentFacts;
}
