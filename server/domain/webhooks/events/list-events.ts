import { type EventType, isPaymentEvent, MERCHANT_EVENT_TYPES } from "@/server/contracts/event-types";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { AcquirerCaller, TenantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { defineList, type List, type Span } from "@/server/domain/list";
import { DAY_MS } from "@/server/platform/clock";
import { isRecordId } from "@/server/platform/ids";
import type { DeliveryRow } from "../deliveries/delivery";
import type { SubscriptionRow } from "../subscriptions/subscription";
import type { StoredEvent } from "./event";
import { type FactsRow, factsOf, selectFacts } from "./record-event";

/** Events are listed and can be sent again for this long. */
export const EVENT_DAYS = 30;

const MOST_RECEIVERS = 50;

export type ListedEvent = StoredEvent;

interface EventFilter extends Span {
  readonly type?: EventType | null;
  readonly recordId?: string | null;
  /** The same in the address of a page. */
  readonly event?: EventType | null;
  readonly record?: string | null;
}

export const IS_NO_SAMPLE: Sql = sql`coalesce(e.facts->>'isTest', 'false') <> 'true'`;

/** SQL expression: the merchant of event `e`; null if none. */
export const merchantOfEvent: Sql = sql`coalesce(e.facts->>'merchant',
  (SELECT a.merchant_id FROM authorizations a WHERE a.id = e.authorization_id))`;

type EventRow = Omit<ListedEvent, "facts"> & FactsRow;

const COLUMNS = sql`e.id, e.type, e.environment, e.authorization_id, e.sequence, e.facts, e.created_at`;
const shownTo = ({ kind }: AcquirerCaller): Sql =>
  sql`e.id, e.type, e.environment, e.sequence, e.created_at, ${selectFacts(sql`${kind === "merchant"}::boolean`)}`;

/** Events of the last 30 days; a merchant's are looked for among its tenant's. */
export function eventList(
  caller: AcquirerCaller,
  {
    event = null,
    record = null,
    type = event,
    recordId = record,
    createdFrom = null,
    createdBefore = null,
  }: EventFilter,
): List<ListedEvent> {
  const earliest = earliestFor(caller);
  const from = createdFrom === null || createdFrom < earliest ? earliest : createdFrom;
  const isOfType = type === null ? sql`true` : sql`e.type = ${type}`;
  // Events of other records have an index by type.
  const isIndexed = type !== null && !isPaymentEvent(type);
  const found = isIndexed ? sql`e.subject_id IS NOT NULL AND ${isOfType}` : sql`true`;
  const isLookedFor = recordId === null && (caller.kind === "merchant" || (type !== null && !isIndexed));
  const where = sql`${found} AND ${IS_NO_SAMPLE}`;
  const like = sql`${isOfType} AND ${isOfMerchant(caller)}`;
  return defineList({
    as: sql`e`,
    own: sql`FROM events e WHERE ${isOwn(caller)} AND ${isOfMerchant(caller)} AND e.created_at >= ${earliest}`,
    rows: sql`FROM ${aboutRecord(recordId)} e WHERE ${isOwn(caller)} AND ${isLookedFor ? where : sql`${where} AND ${like}`}`,
    columns: COLUMNS,
    isCounted: false,
    span: { createdFrom: from, createdBefore },
    like: isLookedFor ? like : null,
    select: (events) => sql`SELECT ${shownTo(caller)} FROM ${events} e`,
    toItems: (rows: EventRow[]) => rows.map(toListed),
  });
}

/** Only of the last 30 days. Throws `event_not_found`. */
export async function getEvent(caller: AcquirerCaller, { id }: { readonly id: string }): Promise<ListedEvent> {
  const [row] = isRecordId(id)
    ? await query<EventRow>(
        getPool(),
        sql`SELECT ${shownTo(caller)} FROM events e
          WHERE e.id = ${id} AND ${isOwn(caller)} AND ${isOfMerchant(caller)}
            AND e.created_at >= ${earliestFor(caller)} AND ${IS_NO_SAMPLE}`,
      )
    : [];
  if (!row) throw new DomainError("event_not_found", `No such event of the last ${EVENT_DAYS} days.`);
  return toListed(row);
}

interface EventReceiver extends Pick<SubscriptionRow, "id" | "url" | "description" | "status"> {
  readonly deliveryId: string | null;
  readonly deliveryStatus: DeliveryRow["status"] | null;
}

export interface EventDetail {
  readonly event: ListedEvent;
  /** Webhooks that it was sent to, or would be now; oldest first. */
  readonly receivers: readonly EventReceiver[];
}

/** Throws `event_not_found`. */
export async function getEventDetail(caller: TenantCaller, { id }: { readonly id: string }): Promise<EventDetail> {
  const event = await getEvent(caller, { id });
  const receivers = await query<EventReceiver>(
    getPool(),
    sql`SELECT s.id, s.url, s.description, s.status, d.id AS delivery_id, d.status AS delivery_status
      FROM webhook_subscriptions s LEFT JOIN webhook_deliveries d ON d.event_id = ${event.id} AND d.subscription_id = s.id
      WHERE s.tenant_id = ${caller.tenantId} AND s.environment = ${caller.environment}::environment
        AND (d.id IS NOT NULL OR (s.status <> 'revoked' AND ${event.type} = ANY(s.events)
          AND (s.merchant_id IS NULL OR s.merchant_id = ${event.facts.merchant})))
      ORDER BY s.created_at, s.id LIMIT ${MOST_RECEIVERS}`,
  );
  return { event, receivers };
}

const earliestFor = ({ now }: AcquirerCaller) => new Date(now.getTime() - EVENT_DAYS * DAY_MS);

const isOwn = ({ tenantId, environment }: AcquirerCaller) =>
  sql`e.tenant_id = ${tenantId} AND e.environment = ${environment}::environment`;

/** A merchant sees the events that a subscription of its own could receive. */
const isOfMerchant = (caller: AcquirerCaller) =>
  caller.kind === "merchant"
    ? sql`e.type = ANY(${MERCHANT_EVENT_TYPES}::text[]) AND ${merchantOfEvent} = ${caller.merchantId}`
    : sql`true`;

/** FROM item: events of a record, by the index of either kind; null for all. */
function aboutRecord(recordId: string | null): Sql {
  if (recordId === null) return sql`events`;
  return sql`(SELECT * FROM events WHERE authorization_id = ${recordId}
    UNION ALL SELECT * FROM events WHERE subject_id = ${recordId})`;
}

function toListed({ storedFacts, recordFacts, ...event }: EventRow): ListedEvent {
  return { ...event, facts: factsOf({ storedFacts, recordFacts }) };
}
