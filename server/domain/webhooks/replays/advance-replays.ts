import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Environment } from "@/server/domain/caller";
import { ownTimeOf } from "@/server/domain/sandbox-clock";
import type { TenantId } from "@/server/platform/noun-ids";
import { canBeReplayed, hasRoom, IS_OF_DELIVERIES } from "./replay";

/** Made due at a time, and as few wait for a sender before the next are: so that a replay can be stopped. */
const BATCH = 50;
/** Replays in a row; the next look takes the others. */
const MAX_BATCHES = 20;

interface Advanced {
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly moved: number;
}

/**
 * Makes the next failed deliveries of replays due, each with as much as its senders take; the end of an attempt asks for more.
 * `now` is real time, deliveries are due by their tenant's clock. A subscription that is no longer active ends its replay. Each batch is one statement, so a crash repeats none. Safe to run
 * at any time and by several at once. Returns how many were made due.
 */
export async function advanceReplays(input: { readonly now: Date }): Promise<number> {
  let moved = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const advanced = await advanceOne(input.now);
    if (!advanced) break;
    moved += advanced.moved;
  }
  return moved;
}

async function advanceOne(now: Date): Promise<Advanced | null> {
  const ownNow = ownTimeOf(sql`${now}::timestamptz`, sql`s.tenant_id`, sql`s.environment`);
  return runInTransaction(async (db) => {
    const [advanced] = await query<Advanced>(
      db,
      sql`WITH replay AS (
          SELECT r.*, s.status = 'active' AS is_active, s.tenant_id, s.environment, ${ownNow} AS own_now
          FROM replays r JOIN webhook_subscriptions s ON s.id = r.subscription_id
          WHERE r.state = 'running' AND ${IS_OF_DELIVERIES} AND (s.status <> 'active' OR ${hasRoom(BATCH, ownNow)})
          ORDER BY r.created_at, r.id LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED
        ),
        due AS (
          SELECT d.id, d.created_at, r.own_now FROM replay r, LATERAL (
            SELECT d.id, d.created_at FROM webhook_deliveries d
            WHERE r.is_active AND d.subscription_id = r.subscription_id AND d.created_at <= r.created_at
              AND (d.created_at, d.id) > (r.after_at, r.after_id)
              AND ${canBeReplayed(sql`r.delivery_status`, sql`r.event_type`)}
            ORDER BY d.created_at, d.id LIMIT least(${BATCH}::integer, r.total - r.done)
          ) d
        ),
        moved AS (
          UPDATE webhook_deliveries d SET next_attempt_at = least(d.next_attempt_at, due.own_now), handed_over_at = NULL,
            is_deferred = false, has_sender = d.has_sender AND coalesce(d.leased_until > due.own_now, false)
          FROM due WHERE d.id = due.id AND ${canBeReplayed(sql`NULL`, sql`NULL`)}
          RETURNING 1
        ),
        reached AS (SELECT created_at, id FROM due ORDER BY created_at DESC, id DESC LIMIT 1),
        counted AS (SELECT (SELECT count(*)::integer FROM due) AS due, (SELECT count(*)::integer FROM moved) AS moved),
        advanced AS (
          UPDATE replays r SET done = r.done + counted.due, after_at = coalesce(reached.created_at, r.after_at),
            after_id = coalesce(reached.id, r.after_id), state = next.state,
            finished_at = CASE WHEN next.state <> 'running' THEN replay.own_now END
          FROM replay CROSS JOIN counted LEFT JOIN reached ON true CROSS JOIN LATERAL (SELECT CASE
            WHEN NOT replay.is_active THEN 'stopped'
            WHEN counted.due = 0 OR replay.done + counted.due >= replay.total THEN 'done'
            ELSE 'running' END::replay_state AS state) next
          WHERE r.id = replay.id AND r.state = 'running'
          RETURNING 1
        )
        SELECT replay.tenant_id, replay.environment, counted.moved FROM replay, counted, advanced`,
    );
    if (advanced) announce(db, `tenant:${advanced.tenantId}:${advanced.environment}`);
    return advanced ?? null;
  });
}
