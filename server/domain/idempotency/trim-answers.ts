import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const BATCH = 1_000;
const MAX_BATCHES = 100;

/**
 * Forgets the bodies of answers older than 30 days, at most 100,000 a call. The key, its fingerprint and the status stay
 * for good, so that no repeat ever does the work again (design 6). Safe to run at any time and by several at once.
 * Returns how many were trimmed.
 */
export async function trimAnswers(input: { readonly now: Date }): Promise<number> {
  const before = new Date(input.now.getTime() - KEPT_MS);
  let trimmed = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const rows = await query(
      getPool(),
      sql`WITH old AS (
          SELECT scope, key FROM idempotency_keys WHERE body IS NOT NULL AND created_at < ${before}
          LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
        )
        UPDATE idempotency_keys k SET body = NULL, is_encrypted = false FROM old
        WHERE k.scope = old.scope AND k.key = old.key RETURNING 1`,
    );
    trimmed += rows.length;
    if (rows.length < BATCH) break;
  }
  return trimmed;
}
