import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isBehind } from "./order";
import { type DueDelivery, findDeliveryQueue } from "./ports";

const BATCH = 500;
/** Of one subscription in the queue: whoever has thousands waiting must not stand in front of all others. */
const QUEUED_OF_ONE_SUBSCRIPTION = 20;
/** Of one whose last attempt took long: a tenant's 50 of them together still leave workers to everybody else. */
const QUEUED_OF_A_SLOW_ONE = 1;

/**
 * Gives one batch of due deliveries that ask for it to the queue. Each is marked before it goes; should the process die
 * in between, the sweep finds it. Safe to run at any time and by several at once. Returns how many: 0 means that all
 * are handed over, or as many of their subscription as may be; the end of an attempt makes room for the next. Throws
 * what the queue throws; then they ask for it again.
 */
export async function handOverDeliveries(input: { readonly now: Date }): Promise<number> {
  const queue = findDeliveryQueue();
  if (!queue) return 0;
  const batch = await take(input.now);
  if (batch.length === 0) return 0;
  try {
    await queue.add(batch);
  } catch (error) {
    await giveBack(batch);
    throw error;
  }
  return batch.length;
}

async function take(now: Date): Promise<DueDelivery[]> {
  const isDue = sql`next_attempt_at IS NOT NULL AND NOT is_deferred AND next_attempt_at <= ${now}`;
  const isAsking = sql`handed_over_at IS NULL AND ${isDue} AND (leased_until IS NULL OR leased_until <= ${now})`;
  return query<DueDelivery>(
    getPool(),
    sql`WITH asking AS (SELECT DISTINCT subscription_id FROM webhook_deliveries WHERE ${isAsking}),
      allowed AS (
        SELECT subscription_id, CASE WHEN s.is_slow THEN ${QUEUED_OF_A_SLOW_ONE}::bigint
          ELSE ${QUEUED_OF_ONE_SUBSCRIPTION}::bigint END - (
          SELECT count(*) FROM (
            SELECT 1 FROM webhook_deliveries d
            WHERE d.subscription_id = asking.subscription_id AND d.handed_over_at IS NOT NULL AND ${isDue}
            LIMIT ${QUEUED_OF_ONE_SUBSCRIPTION}
          ) queued
        ) AS room FROM asking JOIN webhook_subscriptions s ON s.id = asking.subscription_id
      ),
      due AS (
        SELECT d.id FROM allowed, LATERAL (
          SELECT id FROM webhook_deliveries queued
          WHERE subscription_id = allowed.subscription_id AND ${isAsking} AND NOT ${isBehind(sql`queued`)}
          ORDER BY next_attempt_at LIMIT greatest(allowed.room, 0) FOR NO KEY UPDATE SKIP LOCKED
        ) d LIMIT ${BATCH}
      )
      UPDATE webhook_deliveries d SET handed_over_at = ${now}, handoff = d.handoff + 1
      FROM due, webhook_subscriptions s WHERE d.id = due.id AND s.id = d.subscription_id
      RETURNING d.id AS delivery_id, d.subscription_id, s.tenant_id, d.handoff`,
  );
}

async function giveBack(batch: readonly DueDelivery[]): Promise<void> {
  const taken = JSON.stringify(batch.map(({ deliveryId, handoff }) => ({ id: deliveryId, handoff })));
  await query(
    getPool(),
    sql`UPDATE webhook_deliveries d SET handed_over_at = NULL
      FROM json_to_recordset(${taken}::json) AS t(id text, handoff integer)
      WHERE d.id = t.id AND d.handoff = t.handoff`,
  );
}
