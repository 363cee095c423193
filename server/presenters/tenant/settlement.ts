import type { Page } from "@/server/domain/list";
import type { BatchLine, BatchRecord, MerchantMoney } from "@/server/domain/queries";
import { presentBatchLine, presentListedBatch, presentMoney, presentProgress } from "../rest/settlement";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";

export const BATCH_CELLS: Cells<ReturnType<typeof presentListedBatch>> = {
  created_utc: ({ createdAt }) => createdAt,
  batch_id: ({ id }) => presentCsvCell(id),
  day: ({ day }) => presentCsvCell(day),
  merchant_id: ({ merchant }) => presentCsvCell(merchant),
  merchant: ({ merchantName }) => presentCsvCell(merchantName),
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

export function presentStatement(batch: BatchRecord, { items, hasMore }: Page<BatchLine>) {
  return {
    ...presentListedBatch(batch),
    progress: presentProgress(batch),
    lines: items.map(presentBatchLine),
    hasMore,
  };
}

export function presentMerchantMoney(money: MerchantMoney) {
  return { ...presentMoney(money), merchantName: money.merchantName };
}
