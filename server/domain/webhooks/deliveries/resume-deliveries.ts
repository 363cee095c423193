import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { wake } from "@/server/domain/wake";
import type { SubscriptionId } from "@/server/platform/noun-ids";

const BATCH = 1_000;

/** Up to 1,000 deferred deliveries; the sweep takes the rest. Safe to run at any time and concurrently. */
export async function resumeDeliveries(input: {
  readonly now: Date;
  readonly subscriptionId: SubscriptionId | null;
}): Promise<number> {
  const ofOne = input.subscriptionId === null ? sql`TRUE` : sql`d.subscription_id = ${input.subscriptionId}`;
  const rows = await query(
    getPool(),
    sql`WITH resumed AS (
        SELECT d.id FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
        WHERE d.is_deferred AND s.status <> 'paused' AND ${ofOne}
        LIMIT ${BATCH} FOR NO KEY UPDATE OF d SKIP LOCKED
      )
      UPDATE webhook_deliveries d SET is_deferred = false, handed_over_at = NULL FROM resumed WHERE d.id = resumed.id
      RETURNING d.id`,
  );
  if (rows.length > 0) wake("deliveries");
  return rows.length;
}
