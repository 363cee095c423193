import type { NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalance } from "./member-balance";
import { postTransfer } from "./post-transfer";

/**
 * CTEs `account`, `posting`, `entries`: money comes from outside to a member.
 * Touches: the network's account (one entry down, not locked), the member's account (`posted` up).
 * Holds: the posting sums to zero.
 */
export function postFunding(
  funding: { posting: NewRow<"postings">; accountId: AccountId; networkAccountId: AccountId; amountMinor: bigint },
  guard: string,
): Sql {
  const { posting, accountId, networkAccountId, amountMinor } = funding;
  const from = { accountId: networkAccountId, isExact: false };
  const to = { accountId, isExact: true };
  const balance = moveMemberBalance(accountId, { heldMinor: 0n, postedMinor: amountMinor }, guard);
  return sql`account AS (${balance}), ${postTransfer(posting, { from, to, amountMinor }, "account")}`;
}
