import { announce } from "@/server/db/announce";
import { runGuarded } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { Environment } from "@/server/domain/caller";
import { isAnswered } from "@/server/domain/idempotency";
import { newRecordId } from "@/server/platform/ids";
import type { SubscriptionId, TenantId } from "@/server/platform/noun-ids";
import type { EventType, NewEvent } from "./event";

/** An active subscription of the tenant, as far as writing deliveries needs it. */
export interface Subscriber {
  readonly id: SubscriptionId;
  readonly events: readonly string[];
}

/** SQL expression: the active subscriptions of a tenant and environment, for a read that decides about an event. */
export function selectSubscribers(tenantId: TenantId, environment: Environment): Sql {
  return sql`(SELECT coalesce(json_agg(json_build_object('id', s.id, 'events', s.events)), '[]'::json)
    FROM webhook_subscriptions s
    WHERE s.tenant_id = ${tenantId} AND s.environment = ${environment}::environment AND s.status = 'active')`;
}

/**
 * CTEs `event` and `deliveries`: the event and a pending delivery for each subscriber of its type, in the statement of
 * their cause; `name` distinguishes the second event of a statement from the first. A subscription that was paused or revoked since it was read gets none.
 *
 * Merchants of a tenant may send equal keys, and a refused request leaves its key to the next: where the tenant already
 * has an event of this name, the event's own id is added to it. The unique key catches two that look at the same moment.
 */
export function recordEvent<Type extends EventType>(
  event: NewEvent<Type>,
  subscribers: readonly Subscriber[],
  guard: string,
  name = "event",
): Sql {
  const { tenantId, environment, type, sequence, facts, refusedRequest = null, at } = event;
  const id = newRecordId(at);
  const key = `${type}:${event.source}`;
  const receivers = subscribers
    .filter((subscriber) => subscriber.events.includes(type))
    .map((subscriber) => ({ subscription_id: subscriber.id, delivery_id: newRecordId(at) }));
  return sql`${raw(name)} AS (
      INSERT INTO events (id, tenant_id, environment, type, authorization_id, sequence, facts, idempotency_key,
        refused_request, created_at)
      SELECT ${id}, ${tenantId}, ${environment}::environment, ${type}, ${facts.recordId}, ${sequence}::integer,
        ${JSON.stringify(facts)}::json,
        CASE WHEN EXISTS (SELECT 1 FROM events WHERE tenant_id = ${tenantId}
          AND environment = ${environment}::environment AND idempotency_key = ${key})
          THEN ${`${key}:${id}`} ELSE ${key} END, ${refusedRequest}, ${at}::timestamptz
      FROM ${raw(guard)}
      RETURNING 1
    ),
    ${raw(name)}_deliveries AS (
      INSERT INTO webhook_deliveries (id, subscription_id, event_id, event_type, authorization_id, sequence,
        created_at, next_attempt_at)
      SELECT d.delivery_id, s.id, ${id}, ${type}, ${facts.recordId}, ${sequence}::integer, ${at}, ${at}
      FROM ${raw(guard)}, json_to_recordset(${JSON.stringify(receivers)}::json)
        AS d(subscription_id text, delivery_id text)
      JOIN webhook_subscriptions s ON s.id = d.subscription_id AND s.status = 'active'
      RETURNING 1
    )`;
}

/** A request with a key, distinguished from another one under the same key. */
interface RefusedClaim {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
}

/**
 * Writes the event of a refusal that leaves neither a record nor an answer. A repeat of the same request under its key
 * fires none, nor does a key that already has its answer: that request is answered without being executed.
 */
export async function recordUnanswered<Type extends EventType>(
  event: NewEvent<Type>,
  claim: RefusedClaim | null,
): Promise<void> {
  const { tenantId, environment } = event;
  const refusedRequest = claim && `${claim.scope} ${claim.key} ${claim.fingerprint}`;
  await runGuarded(async ({ db }) => {
    const [row] = await query<{ subscribers: Subscriber[] }>(
      db,
      sql`SELECT ${selectSubscribers(tenantId, environment)} AS subscribers`,
    );
    await query(
      db,
      sql`WITH cause AS (
          SELECT 1 WHERE NOT ${isAnswered(claim)}
          AND NOT EXISTS (SELECT 1 FROM events WHERE refused_request = ${refusedRequest})
        ), ${recordEvent({ ...event, ...(refusedRequest && { refusedRequest }) }, row?.subscribers ?? [], "cause")}
        SELECT 1`,
    );
    announce(db, `tenant:${tenantId}:${environment}`);
  });
}
