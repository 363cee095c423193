import type { MerchantMoney, Statement, TenantBatch } from "@/server/domain/queries";
import { presentCharged, presentLine, presentMoney, presentProgress } from "../rest/settlement";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
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
    payoutStatus: batch.state,
    carriedOut: amount(batch.carriedOutMinor),
    cutoffAt: presentDate(batch.cutoffAt),
    createdAt: presentDate(batch.createdAt),
    previousId: batch.previousBatchId,
  };
}

export const BATCH_CELLS: Cells<ReturnType<typeof presentTenantBatch>> = {
  created_utc: ({ createdAt }) => createdAt,
  batch_id: ({ id }) => presentCsvCell(id),
  day: ({ day }) => presentCsvCell(day),
  merchant_id: ({ merchant }) => presentCsvCell(merchant.id),
  merchant: ({ merchant }) => presentCsvCell(merchant.name),
  currency: ({ currency }) => presentCsvCell(currency),
  captures: ({ captureCount }) => presentCsvCell(captureCount),
  captured: ({ captured, currency }) => presentCsvAmount(captured, currency),
  refunds: ({ refundCount }) => presentCsvCell(refundCount),
  refunded: ({ refunded, currency }) => presentCsvAmount(refunded, currency),
  carried_in: ({ carriedIn, currency }) => presentCsvAmount(carriedIn, currency),
  payout: ({ payout, currency }) => presentCsvAmount(payout, currency),
  payout_status: ({ payoutStatus }) => presentCsvCell(payoutStatus ?? ""),
  carried_out: ({ carriedOut, currency }) => presentCsvAmount(carriedOut, currency),
  fee: ({ fee, currency }) => presentCsvAmount(fee, currency),
  net: ({ net, currency }) => presentCsvAmount(net, currency),
};

export function presentStatement({ lines, next, ...batch }: Statement) {
  return {
    ...presentTenantBatch(batch),
    progress: presentProgress(batch.batch),
    lines: lines.map((line) => presentLine(line, batch.batch.currency)),
    next: next && `${next.createdAt.toISOString()}~${next.id}`,
  };
}

export function presentMerchantMoney(money: MerchantMoney) {
  return { ...presentMoney(money), merchantName: money.merchantName };
}
