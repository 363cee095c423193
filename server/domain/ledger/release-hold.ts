import { type Sql, sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalance } from "./member-balance";

/**
 * CTE `account`: gives held money back to the member (void, expiry). Touches: the member's account (`held` down).
 * Holds: `held >= 0`. Nothing is posted: held money never left the account.
 */
export function releaseHold(hold: { accountId: AccountId; amountMinor: bigint }, guard: string): Sql {
  return sql`account AS (${moveMemberBalance(hold.accountId, { heldMinor: -hold.amountMinor, postedMinor: 0n }, guard)})`;
}
