import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";

/**
 * Takes back what a process that ended without a word had claimed. That counts as an attempt, or a step that ends its
 * process would run for ever. Returns whether there is something new to do.
 */
export async function recover(): Promise<boolean> {
  const lost = await query(
    getPool(),
    sql`UPDATE engine_runs SET attempt = attempt + 1, lease_token = NULL, leased_until = NULL
      WHERE lease_token IS NOT NULL AND leased_until < now() RETURNING 1`,
  );
  return lost.length > 0;
}

const BATCH = 1_000;
const MAX_BATCHES = 50;

/** What is old enough to go. Failed runs stay longer: someone may want to look at them, and run them again. */
const OLD: readonly Sql[] = [
  sql`DELETE FROM engine_runs WHERE id IN (SELECT id FROM engine_runs
    WHERE ended_at < now() - CASE WHEN status = 'failed' THEN interval '30 days' ELSE interval '3 days' END
    LIMIT ${BATCH}) RETURNING 1`,
  sql`DELETE FROM engine_events WHERE id IN (SELECT id FROM engine_events
    WHERE is_routed AND received_at < now() - interval '3 days' LIMIT ${BATCH}) RETURNING 1`,
  // Of a function, or a time, that no one has any more.
  sql`DELETE FROM engine_schedules WHERE next_at < now() - interval '30 days' RETURNING 1`,
];

/** Deletes what is past its time, at most 50,000 rows of a kind at once. */
export async function forgetOld(): Promise<void> {
  for (const statement of OLD) {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      if ((await query(getPool(), statement)).length < BATCH) break;
    }
  }
}
