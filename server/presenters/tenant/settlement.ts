import type { MerchantMoney, Statement, TenantBatch } from "@/server/domain/queries";
import { presentCharged, presentLine, presentMoney } from "../rest/settlement";
import { presentAmount, presentDate, presentDay } from "../shared/values";

export function presentTenantBatch({ batch, merchantName }: TenantBatch) {
  const amount = (minor: bigint) => presentAmount(minor, batch.currency);
  return {
    id: batch.id,
    merchant: { id: batch.merchantId, name: merchantName },
    currency: batch.currency,
    day: presentDay(batch.settledDay),
    captureCount: batch.captureCount,
    captured: amount(batch.capturedMinor),
    refundCount: batch.refundCount,
    refunded: amount(batch.refundedMinor),
    ...presentCharged(batch),
    carriedIn: amount(batch.carriedInMinor),
    payout: amount(batch.payoutMinor),
    carriedOut: amount(batch.carriedOutMinor),
    cutoffAt: presentDate(batch.cutoffAt),
    createdAt: presentDate(batch.createdAt),
    previousId: batch.previousBatchId,
  };
}

export function presentStatement({ lines, next, ...batch }: Statement) {
  return {
    ...presentTenantBatch(batch),
    lines: lines.map((line) => presentLine(line, batch.batch.currency)),
    next: next && `${next.createdAt.toISOString()}~${next.id}`,
  };
}

export function presentMerchantMoney(money: MerchantMoney) {
  return { ...presentMoney(money), merchantName: money.merchantName };
}
