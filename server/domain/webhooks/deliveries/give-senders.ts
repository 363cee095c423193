import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import { getEnv } from "@/server/platform/env";
import type { DueDelivery } from "../ports";
import { isBehind } from "./order";

/** Ours alone: who counts the senders that are taken must be the only one to take more. */
const SENDERS_LOCK = 7_236_413;
/** The largest part of all senders that one tenant may have in an environment, however quiet the others are. */
const LARGEST_SHARE = 4;

/**
 * Gives senders to due deliveries that ask for one, and marks them as handed over. A sender is held until the attempt has
 * ended, so this is where attempts under way are bounded, and where they are shared out:
 *
 * - Of n tenants (each environment by itself) that hold or ask, each gets a part in n + 1. What is left is there for the
 *   next one at once: whose receivers hang for ten seconds has filled his own part and nobody else's.
 * - A tenant's subscriptions share its part in the same way, each up to the bound of a subscription. One that hangs
 *   leaves the others theirs.
 * - Who has least is served first, then who has waited longest. First attempts about one authorization keep their order.
 */
export async function giveSenders(now: Date): Promise<DueDelivery[]> {
  const isAsking = sql`handed_over_at IS NULL AND next_attempt_at IS NOT NULL AND NOT is_deferred
    AND next_attempt_at <= ${now} AND (leased_until IS NULL OR leased_until <= ${now})`;
  const { WEBHOOK_SENDERS: senders, WEBHOOK_SENDERS_PER_SUBSCRIPTION: mostOfOne } = getEnv();
  const asking = await query(getPool(), sql`SELECT 1 FROM webhook_deliveries WHERE ${isAsking} LIMIT 1`);
  if (asking.length === 0) return [];
  return inTransaction(async (db) => {
    await query(db, sql`SELECT pg_advisory_xact_lock(${SENDERS_LOCK})`);
    return query<DueDelivery>(
      db,
      sql`WITH RECURSIVE asking AS (
          (SELECT subscription_id FROM webhook_deliveries WHERE ${isAsking} ORDER BY subscription_id LIMIT 1)
          UNION ALL
          SELECT (SELECT d.subscription_id FROM webhook_deliveries d
            WHERE ${isAsking} AND d.subscription_id > asking.subscription_id ORDER BY d.subscription_id LIMIT 1)
          FROM asking WHERE asking.subscription_id IS NOT NULL
        ),
        held AS (
          SELECT subscription_id, count(*) AS held FROM webhook_deliveries WHERE has_sender AND NOT (${isAsking}) GROUP BY 1
        ),
        busy AS (
          SELECT s.id, s.tenant_id, s.environment, coalesce(held.held, 0) AS held
          FROM (SELECT subscription_id AS id FROM asking UNION SELECT subscription_id FROM held) b
          JOIN webhook_subscriptions s USING (id) LEFT JOIN held ON held.subscription_id = s.id
        ),
        owners AS (
          SELECT tenant_id, environment, sum(held) AS held, count(*) AS subscriptions,
            greatest(1, least(${senders}::bigint / ${LARGEST_SHARE}::bigint, ${senders}::bigint / (count(*) OVER () + 1))) AS share,
            ${senders}::bigint - sum(sum(held)) OVER () AS left_of_all
          FROM busy GROUP BY tenant_id, environment
        ),
        candidates AS (
          SELECT d.id, d.next_attempt_at, o.held, o.share, o.left_of_all,
            row_number() OVER (PARTITION BY o.tenant_id, o.environment
              ORDER BY b.held + d.place, d.next_attempt_at, d.id) AS place
          FROM busy b JOIN owners o USING (tenant_id, environment),
            LATERAL (SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at, id) AS place FROM (
              SELECT id, next_attempt_at FROM webhook_deliveries asked
              WHERE subscription_id = b.id AND ${isAsking} AND NOT ${isBehind(sql`asked`)} ORDER BY next_attempt_at
              LIMIT greatest(0, least(${mostOfOne}::bigint, greatest(1, o.share / (o.subscriptions + 1))) - b.held)
              FOR NO KEY UPDATE SKIP LOCKED) picked) d
          WHERE o.held < o.share
        ),
        chosen AS (
          SELECT id FROM (
            SELECT id, left_of_all, row_number() OVER (ORDER BY held + place, next_attempt_at, id) AS place_of_all
            FROM candidates WHERE held + place <= share
          ) ranked WHERE place_of_all <= left_of_all
        )
        UPDATE webhook_deliveries d SET has_sender = true, handed_over_at = ${now}, handoff = d.handoff + 1
        FROM chosen WHERE d.id = chosen.id
        RETURNING d.id AS delivery_id, d.handoff`,
    );
  });
}
