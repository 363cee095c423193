import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { IS_READY } from "./runs/claim-runs";

/**
 * Takes back runs claimed by a process that died. Counts as an attempt, since otherwise a step that kills its process would run
 * forever. Returns whether there is new work.
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

/** Failed runs are kept longer, so that someone can inspect and rerun them. */
const OLD: readonly Sql[] = [
  sql`DELETE FROM engine_runs WHERE id IN (SELECT id FROM engine_runs
    WHERE ended_at < now() - CASE WHEN status = 'failed' THEN interval '30 days' ELSE interval '3 days' END
    LIMIT ${BATCH}) RETURNING 1`,
  sql`DELETE FROM engine_events WHERE id IN (SELECT id FROM engine_events
    WHERE is_routed AND received_at < now() - interval '3 days' LIMIT ${BATCH}) RETURNING 1`,
  // Schedules that no function has anymore.
  sql`DELETE FROM engine_schedules WHERE next_at < now() - interval '30 days' RETURNING 1`,
];

/** Deletes expired rows, at most 50,000 per kind, and ends runs of functions that no build on this database has anymore. */
export async function forgetOld(functionIds: readonly string[]): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE engine_runs SET status = 'cancelled', output = 'null', ended_at = now(), run_at = NULL, sleep_name = NULL
      WHERE ${IS_READY} AND run_at < now() - interval '5 minutes' AND NOT function_id = ANY(${[...functionIds]}::text[])
      RETURNING 1`,
  );
  for (const forget of OLD) {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      if ((await query(getPool(), forget)).length < BATCH) break;
    }
  }
}
