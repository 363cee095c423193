import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";

/** Minor units; negative amounts are losses. */
interface BalanceMove {
  readonly accountId: AccountId;
  readonly heldMinor: bigint;
  readonly postedMinor: bigint;
}

/**
 * The only place that changes `posted` and `held` of a member's account, or of a tenant's float, which has no credit. Runs only if the CTE `guard` returned a row, and returns
 * an account's id only if the money was there: the conditions are tested on the row after any wait for its lock. Each account
 * is named once, in lock order.
 */
export function moveMemberBalances(moves: readonly BalanceMove[], guard: string): Sql {
  return sql`UPDATE accounts SET held_minor = accounts.held_minor + m.held_minor,
      posted_minor = accounts.posted_minor + m.posted_minor
    FROM ${raw(guard)}, ${namingRows("m", "account_id text, held_minor bigint, posted_minor bigint", moves)}
    WHERE accounts.id = m.account_id AND accounts.kind IN ('member', 'float')
      AND accounts.held_minor + m.held_minor >= 0
      AND accounts.posted_minor + m.posted_minor - accounts.held_minor - m.held_minor >= -accounts.credit_limit_minor
    RETURNING accounts.id`;
}
