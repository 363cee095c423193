import { rowsAsJson } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import type { SubscriptionId } from "@/server/platform/noun-ids";
import type { EventType, NewEvent } from "./event";
import { keptFacts } from "./kept-facts";

/** An active subscription of the tenant, as far as writing deliveries needs it. */
export interface Subscriber {
  readonly id: SubscriptionId;
  readonly events: readonly string[];
}

/** SQL expression: the active subscriptions of the tenant and environment that columns name. */
export function selectSubscribersOf(tenantId: Sql, environment: Sql): Sql {
  return sql`(SELECT coalesce(json_agg(json_build_object('id', s.id, 'events', s.events)), '[]'::json)
    FROM webhook_subscriptions s
    WHERE s.tenant_id = ${tenantId} AND s.environment = ${environment} AND s.status = 'active')`;
}

/** By what events are unique in an environment. Of two with one hash, the second is taken for one of the first's key. */
function hashOf(tenantId: string, key: string): Sql {
  return sql`hashtextextended((${raw(tenantId)} || ' ' || ${raw(key)}) COLLATE "C", 0)`;
}

/** An event with those who may want it. */
export interface Published<Type extends EventType = EventType> {
  readonly event: NewEvent<Type>;
  readonly subscribers: readonly Subscriber[];
}

/** Whether `recordEvents` writes deliveries of them: whoever knows that it does not need not wake those who deliver. */
export function areHeard(published: readonly Published[]): boolean {
  return published.some(({ event, subscribers }) => subscribers.some(({ events }) => events.includes(event.type)));
}

/**
 * CTEs `event` and, where anyone subscribes, `event_deliveries`: the events and a pending delivery for each subscriber of their
 * type, in the statement of their cause; `name` distinguishes those of a second cause. A subscription that was paused or
 * revoked since it was read gets none.
 *
 * Merchants of a tenant may send equal keys, and a refused request leaves its key to the next: where the tenant already
 * has an event of this name, the event's own id is added to it. The unique key catches two that look at the same moment.
 * It is looked up for each (LIMIT): an EXISTS would be answered from a list of all events there are.
 */
export function recordEvents(published: readonly Published[], guard: string, name = "event"): Sql {
  const known = new Set<string>();
  const written = published.map(({ event, subscribers }) => ({ row: eventRow(event, known), subscribers }));
  const rows = written.map(({ row }) => row);
  const deliveries = written.flatMap(({ row, subscribers }) =>
    subscribers
      .filter(({ events }) => events.includes(row.type))
      .map(({ id }) => ({ id: newRecordId(row.createdAt), subscriptionId: id, ...sharedOf(row) })),
  );
  const recorded = sql`${raw(name)} AS (
      INSERT INTO events (id, tenant_id, environment, type, authorization_id, sequence, facts, idempotency_key,
        created_at)
      SELECT e.id, e.tenant_id, e.environment, e.type, e.authorization_id, e.sequence, e.facts,
        CASE WHEN e.is_again OR known.idempotency_key IS NOT NULL THEN e.name || ':' || e.id ELSE e.name END,
        e.created_at
      FROM ${raw(guard)}, json_to_recordset(${rowsAsJson(rows)}::json) AS e(id text, tenant_id text,
        environment environment, type text, authorization_id text, sequence int, facts json, name text,
        is_again boolean, created_at timestamptz)
      LEFT JOIN LATERAL (SELECT o.idempotency_key FROM events o WHERE o.environment = e.environment
        AND ${hashOf("o.tenant_id", "o.idempotency_key")} = ${hashOf("e.tenant_id", "e.name")} LIMIT 1) known ON true
      RETURNING 1
    )`;
  if (deliveries.length === 0) return recorded;
  return sql`${recorded},
    ${raw(name)}_deliveries AS (
      INSERT INTO webhook_deliveries (id, subscription_id, event_id, event_type, authorization_id, sequence,
        created_at, next_attempt_at)
      SELECT d.id, s.id, d.event_id, d.event_type, d.authorization_id, d.sequence, d.created_at, d.created_at
      FROM ${raw(guard)}, json_to_recordset(${rowsAsJson(deliveries)}::json) AS d(id text, subscription_id text,
        event_id text, event_type text, authorization_id text, sequence int, created_at timestamptz)
      JOIN webhook_subscriptions s ON s.id = d.subscription_id AND s.status = 'active'
      RETURNING 1
    )`;
}

/** As `recordEvents`, of one event. */
export function recordEvent<Type extends EventType>(
  event: NewEvent<Type>,
  subscribers: readonly Subscriber[],
  guard: string,
  name = "event",
): Sql {
  return recordEvents([{ event, subscribers }], guard, name);
}

type EventRow = ReturnType<typeof eventRow>;

/** `known` collects the names of the statement's events. */
function eventRow({ tenantId, environment, type, sequence, facts, source, at }: NewEvent, known: Set<string>) {
  const name = `${type}:${source}`;
  const place = `${tenantId} ${environment} ${name}`;
  const isAgain = known.has(place);
  known.add(place);
  return {
    id: newRecordId(at),
    tenantId,
    environment,
    type,
    authorizationId: facts.recordId,
    sequence,
    facts: keptFacts(facts),
    name,
    isAgain,
    createdAt: at,
  };
}

/** What a delivery repeats of its event. */
function sharedOf({ id, type, authorizationId, sequence, createdAt }: EventRow) {
  return { eventId: id, eventType: type, authorizationId, sequence, createdAt };
}
