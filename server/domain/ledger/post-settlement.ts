import type { NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import { postTransfers } from "./post-transfer";

interface Settlement {
  readonly merchantAccountId: AccountId;
  /** Null if none is charged. A negative amount goes back to the merchant. */
  readonly fee: {
    readonly posting: NewRow<"postings">;
    readonly feesAccountId: AccountId;
    readonly amountMinor: bigint;
  } | null;
  readonly payout: {
    readonly posting: NewRow<"postings">;
    readonly networkAccountId: AccountId;
    readonly amountMinor: bigint;
  } | null;
}

/**
 * CTEs `posting`, `entries`, each after a comma, for the fee (merchant to tenant) and the payout (merchant to its bank); empty
 * without either.
 * Touches: the merchant's account (an entry for each), the tenant's fees, the network's account; none is locked.
 * Holds: each posting sums to zero; fee and payout are what their batch says (the batch's own CHECKs).
 */
export function postSettlement({ merchantAccountId, fee, payout }: Settlement, guard: string): Sql {
  const merchant = { accountId: merchantAccountId, isExact: false };
  const fees = fee && { accountId: fee.feesAccountId, isExact: false };
  const charged = fee &&
    fees && {
      posting: fee.posting,
      ...(fee.amountMinor > 0n ? { from: merchant, to: fees } : { from: fees, to: merchant }),
      amountMinor: fee.amountMinor > 0n ? fee.amountMinor : -fee.amountMinor,
    };
  const paid = payout && {
    posting: payout.posting,
    from: merchant,
    to: { accountId: payout.networkAccountId, isExact: false },
    amountMinor: payout.amountMinor,
  };
  const transfers = [charged, paid].filter((transfer) => transfer !== null);
  return transfers.length === 0 ? sql`` : sql`, ${postTransfers(transfers, guard)}`;
}
