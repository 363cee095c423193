import type { NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalance } from "./member-balance";
import { postTransfer } from "./post-transfer";

/**
 * CTEs `account`, `posting`, `entries`: captured money comes back from the merchant to the member, and what was still
 * held of the same authorization is released with it.
 * Touches: the member's account (`posted` up, `held` down by `releasedMinor`), the merchant's account (one entry, not
 * locked; it may go below zero, which its next batch makes up for).
 * Holds: the posting sums to zero; what is refunded was captured (the captures' own guard).
 */
export function postRefund(
  refund: {
    posting: NewRow<"postings">;
    memberAccountId: AccountId;
    merchantAccountId: AccountId;
    refundedMinor: bigint;
    releasedMinor: bigint;
  },
  guard: string,
): Sql {
  const { posting, memberAccountId, merchantAccountId, refundedMinor, releasedMinor } = refund;
  const balance = moveMemberBalance(memberAccountId, { heldMinor: -releasedMinor, postedMinor: refundedMinor }, guard);
  const transfer = postTransfer(
    posting,
    {
      from: { accountId: merchantAccountId, isExact: false },
      to: { accountId: memberAccountId, isExact: true },
      amountMinor: refundedMinor,
    },
    "account",
  );
  return sql`account AS (${balance}), ${transfer}`;
}
