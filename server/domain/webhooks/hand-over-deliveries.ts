import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type DueDelivery, findDeliveryQueue } from "./ports";

const BATCH = 500;
const MAX_BATCHES = 20;

/**
 * Gives due deliveries that ask for it to the queue: up to 10,000, oldest first. Each is marked before it goes; should
 * the process die in between, the sweep finds it. Safe to run at any time and by several at once. Returns how many.
 * Throws what the queue throws; then they ask for it again.
 */
export async function handOverDeliveries(input: { readonly now: Date }): Promise<number> {
  const queue = findDeliveryQueue();
  if (!queue) return 0;
  let count = 0;
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const batch = await take(input.now);
    if (batch.length === 0) break;
    try {
      await queue.add(batch);
    } catch (error) {
      await giveBack(batch);
      throw error;
    }
    count += batch.length;
  }
  return count;
}

async function take(now: Date): Promise<DueDelivery[]> {
  return query<DueDelivery>(
    getPool(),
    sql`WITH due AS (
        SELECT id FROM webhook_deliveries
        WHERE handed_over_at IS NULL AND NOT is_deferred AND next_attempt_at <= ${now}
          AND (leased_until IS NULL OR leased_until <= ${now})
        ORDER BY next_attempt_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
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
