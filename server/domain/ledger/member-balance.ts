import { raw, type Sql, sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";

/**
 * The one place that changes a member account's `posted` and `held`. Runs only if the CTE `guard` returned a row, and
 * returns the account's id only if what is spent was there: the conditions are tested on the row as it is after any
 * wait for its lock.
 */
export function moveMemberBalance(
  accountId: AccountId,
  change: { readonly heldMinor: bigint; readonly postedMinor: bigint },
  guard: string,
): Sql {
  return sql`UPDATE accounts SET
      held_minor = held_minor + ${change.heldMinor}::bigint,
      posted_minor = posted_minor + ${change.postedMinor}::bigint
    FROM ${raw(guard)}
    WHERE accounts.id = ${accountId} AND accounts.kind = 'member'
      AND accounts.held_minor + ${change.heldMinor}::bigint >= 0
      AND accounts.posted_minor + ${change.postedMinor}::bigint - accounts.held_minor - ${change.heldMinor}::bigint
        >= -accounts.credit_limit_minor
    RETURNING accounts.id`;
}
