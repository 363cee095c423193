import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";

const MAX_ENTRIES = 5_000;

/**
 * Adds up to 5,000 entries of a merchant's or the network's account to its snapshot and marks them. Safe to run at any time and
 * concurrently: an entry is claimed by its mark, so it counts once, and entries that commit late are found by the next run.
 * Returns the number folded.
 */
export async function foldEntries(accountId: AccountId): Promise<number> {
  const [result] = await query<{ folded: bigint }>(
    getPool(),
    sql`WITH claimed AS (
        SELECT id FROM entries WHERE account_id = ${accountId} AND is_folded = false
        ORDER BY id LIMIT ${MAX_ENTRIES} FOR UPDATE SKIP LOCKED
      ), folded AS (
        UPDATE entries SET is_folded = true FROM claimed WHERE entries.id = claimed.id RETURNING entries.amount_minor
      ), snapshot AS (
        UPDATE accounts SET posted_minor = posted_minor + (SELECT coalesce(sum(amount_minor), 0)::bigint FROM folded)
        WHERE id = ${accountId} AND kind NOT IN ('member', 'float') AND EXISTS (SELECT 1 FROM folded) RETURNING id
      )
      SELECT count(*) AS folded FROM folded`,
  );
  return Number(result?.folded ?? 0n);
}
