import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const BATCH = 5_000;
const MAX_BATCHES = 1_000;

/**
 * Forgets requests of more than 30 days ago, at most 5 million a call. Safe to run at any time and by several at once.
 * Returns how many.
 */
export async function trimRequests(input: { readonly now: Date }): Promise<number> {
  const before = new Date(input.now.getTime() - KEPT_MS);
  let trimmed = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const rows = await query(
      getPool(),
      sql`WITH old AS (
          SELECT id FROM request_records WHERE created_at < ${before} ORDER BY created_at LIMIT ${BATCH}
          FOR UPDATE SKIP LOCKED
        )
        DELETE FROM request_records r USING old WHERE r.id = old.id RETURNING 1`,
    );
    trimmed += rows.length;
    if (rows.length < BATCH) break;
  }
  return trimmed;
}
