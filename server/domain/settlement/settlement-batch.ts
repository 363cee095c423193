import type { NewRow } from "@/server/db/insert-rows";
import type { BatchTotals } from "../authorizations";

export type SettlementBatchRow = NewRow<"settlement_batches">;

/** One of the two is zero. */
export function divideBatch(
  { capturedMinor, refundedMinor, feeMinor }: Omit<BatchTotals, "captureCount" | "refundCount">,
  carriedInMinor: bigint,
): { readonly payoutMinor: bigint; readonly carriedOutMinor: bigint } {
  const netMinor = capturedMinor - refundedMinor - feeMinor + carriedInMinor;
  return netMinor > 0n
    ? { payoutMinor: netMinor, carriedOutMinor: 0n }
    : { payoutMinor: 0n, carriedOutMinor: netMinor };
}
