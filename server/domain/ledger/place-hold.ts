import { type Sql, sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalance } from "./member-balance";

/**
 * CTE `account`: sets money of a member aside. Touches: the member's account (`held` up).
 * Holds: `posted - held >= -credit limit`, else it matches nothing. A retry does nothing by itself: the statement it is
 * part of carries the idempotency row.
 */
export function placeHold(hold: { accountId: AccountId; amountMinor: bigint }, guard: string): Sql {
  return sql`account AS (${moveMemberBalance(hold.accountId, { heldMinor: hold.amountMinor, postedMinor: 0n }, guard)})`;
}
