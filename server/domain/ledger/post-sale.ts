import type { NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalance } from "./member-balance";
import { postTransfer } from "./post-transfer";

/**
 * CTEs `account`, `posting`, `entries`: free money goes from the member to the merchant at once, without a hold.
 * Touches: the member's account (`posted` down), the merchant's account (one entry, not locked).
 * Holds: `posted - held >= -credit limit`, else it matches nothing; the posting sums to zero.
 */
export function postSale(
  sale: { posting: NewRow<"postings">; memberAccountId: AccountId; merchantAccountId: AccountId; amountMinor: bigint },
  guard: string,
): Sql {
  const { posting, memberAccountId, merchantAccountId, amountMinor } = sale;
  const balance = moveMemberBalance(memberAccountId, { heldMinor: 0n, postedMinor: -amountMinor }, guard);
  const from = { accountId: memberAccountId, isExact: true };
  const to = { accountId: merchantAccountId, isExact: false };
  return sql`account AS (${balance}), ${postTransfer(posting, { from, to, amountMinor }, "account")}`;
}
