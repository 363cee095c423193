import type { NewRow } from "@/server/db/insert-rows";
import type { Sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import { postTransfer } from "./post-transfer";

/**
 * CTEs `posting`, `entries`: what a merchant has earned leaves the network for the merchant's bank.
 * Touches: the merchant's account (one entry down), the network's account (one entry up); neither is locked.
 * Holds: the posting sums to zero; a payout is what its batch says (the batch's own CHECK).
 */
export function postPayout(
  payout: {
    posting: NewRow<"postings">;
    merchantAccountId: AccountId;
    networkAccountId: AccountId;
    amountMinor: bigint;
  },
  guard: string,
): Sql {
  const { posting, merchantAccountId, networkAccountId, amountMinor } = payout;
  const from = { accountId: merchantAccountId, isExact: false };
  const to = { accountId: networkAccountId, isExact: false };
  return postTransfer(posting, { from, to, amountMinor }, guard);
}
