import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import { foldEntries } from "./fold-entries";

const MAX_ACCOUNTS = 500;

/** Up to 5,000 entries each of at most 500 accounts. Safe to run concurrently. Returns the number of entries folded. */
export async function foldAllEntries(): Promise<number> {
  const accounts = await query<{ accountId: AccountId }>(
    getPool(),
    sql`SELECT DISTINCT account_id FROM entries WHERE is_folded = false LIMIT ${MAX_ACCOUNTS}`,
  );
  let folded = 0;
  for (const { accountId } of accounts) folded += await foldEntries(accountId);
  return folded;
}
