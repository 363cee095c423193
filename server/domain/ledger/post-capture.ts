import type { NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalance } from "./member-balance";
import { postTransfer } from "./post-transfer";

/**
 * CTEs `account`, `posting`, `entries`: held money goes from the member to the merchant.
 * Touches: the member's account (`held` and `posted` down by the same), the merchant's account (one entry, not locked).
 * Holds: available money of the member is unchanged; the posting sums to zero.
 */
export function postCapture(
  capture: {
    posting: NewRow<"postings">;
    memberAccountId: AccountId;
    merchantAccountId: AccountId;
    amountMinor: bigint;
  },
  guard: string,
): Sql {
  const { posting, memberAccountId, merchantAccountId, amountMinor } = capture;
  const balance = moveMemberBalance(memberAccountId, { heldMinor: -amountMinor, postedMinor: -amountMinor }, guard);
  const transfer = postTransfer(
    posting,
    {
      from: { accountId: memberAccountId, isExact: true },
      to: { accountId: merchantAccountId, isExact: false },
      amountMinor,
    },
    "account",
  );
  return sql`account AS (${balance}), ${transfer}`;
}
