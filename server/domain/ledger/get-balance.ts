import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";

/** Minor units of the account's currency. `available` includes credit. */
interface Balance {
  readonly currency: string;
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
  readonly availableMinor: bigint;
}

/** Snapshot and unfolded entries, in one read. */
export async function getBalance(accountId: AccountId): Promise<Balance> {
  const [balance] = await query<Balance>(
    getPool(),
    sql`WITH current AS (
        SELECT currency, held_minor, credit_limit_minor,
          posted_minor + (SELECT coalesce(sum(amount_minor), 0)::bigint FROM entries
            WHERE account_id = accounts.id AND is_folded = false) AS posted_minor
        FROM accounts WHERE id = ${accountId}
      )
      SELECT currency, posted_minor, held_minor, posted_minor - held_minor + credit_limit_minor AS available_minor
      FROM current`,
  );
  if (!balance) throw new Error("no such account");
  return balance;
}
