import { announce } from "@/server/db/announce";
import { isUniqueViolation } from "@/server/db/errors";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import type { Environment } from "../caller";
import type { EventType, NewEvent } from "./event";

/** An active subscription of the tenant, as far as writing deliveries needs it. */
export interface Subscriber {
  readonly id: string;
  readonly events: readonly string[];
}

/** SQL expression: the active subscriptions of a tenant and environment, for a read that decides about an event. */
export function selectSubscribers(tenantId: string, environment: Environment): Sql {
  return sql`(SELECT coalesce(json_agg(json_build_object('id', s.id, 'events', s.events)), '[]'::json)
    FROM webhook_subscriptions s
    WHERE s.tenant_id = ${tenantId} AND s.environment = ${environment}::environment AND s.status = 'active')`;
}

/**
 * CTEs `event` and `deliveries`: the event and a pending delivery for each subscriber of its type, in the statement of
 * their cause; `name` tells the second event of a statement from the first. A subscription that was paused or revoked since it was read gets none.
 */
export function recordEvent<Type extends EventType>(
  event: NewEvent<Type>,
  subscribers: readonly Subscriber[],
  guard: string,
  name = "event",
): Sql {
  const row: NewRow<"events"> = {
    id: newRecordId(event.at),
    tenantId: event.tenantId,
    environment: event.environment,
    type: event.type,
    authorizationId: event.facts.recordId,
    facts: { ...event.facts },
    idempotencyKey: `${event.type}:${event.source}`,
    createdAt: event.at,
  };
  const receivers = subscribers
    .filter((subscriber) => subscriber.events.includes(event.type))
    .map((subscriber) => ({ subscription_id: subscriber.id, delivery_id: newRecordId(event.at) }));
  return sql`${raw(name)} AS (${insertRows("events", [row], guard)}),
    ${raw(name)}_deliveries AS (
      INSERT INTO webhook_deliveries (id, subscription_id, event_id, event_type, created_at, next_attempt_at)
      SELECT d.delivery_id, s.id, ${row.id}, ${row.type}, ${event.at}, ${event.at}
      FROM ${raw(guard)}, json_to_recordset(${JSON.stringify(receivers)}::json)
        AS d(subscription_id text, delivery_id text)
      JOIN webhook_subscriptions s ON s.id = d.subscription_id AND s.status = 'active'
      RETURNING 1
    )`;
}

/**
 * Writes the event of a refusal that leaves neither a record nor an answer. A repeat under the same idempotency key
 * fires none, nor does a key that was already used for something else: that request is answered without being executed.
 */
export async function recordUnanswered<Type extends EventType>(
  db: Queryable,
  event: NewEvent<Type> & { readonly claim: { readonly scope: string; readonly key: string } | null },
): Promise<void> {
  const { tenantId, environment, claim } = event;
  const [row] = await query<{ subscribers: Subscriber[] }>(
    db,
    sql`SELECT ${selectSubscribers(tenantId, environment)} AS subscribers`,
  );
  const statement = sql`WITH cause AS (
      SELECT 1 WHERE NOT EXISTS (
        SELECT 1 FROM idempotency_keys WHERE scope = ${claim?.scope ?? ""} AND key = ${claim?.key ?? ""})
    ), ${recordEvent(event, row?.subscribers ?? [], "cause")} SELECT 1`;
  try {
    await query(db, statement);
    announce(db, `tenant:${tenantId}:${environment}`);
  } catch (error) {
    if (!isUniqueViolation(error, "events_without_record_key")) throw error;
  }
}
