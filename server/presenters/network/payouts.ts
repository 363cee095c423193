import type { BankTarget, DueGroup } from "@/server/domain/payouts";
import type { ListedPaymentFile, NetworkPayout, NetworkPayoutPage } from "@/server/domain/queries";
import { presentProgress } from "../rest/settlement";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentAmount, presentDate, presentDay } from "../shared/values";

export function presentDueGroup({ currency, day, format, payoutCount, sumMinor }: DueGroup) {
  return { currency, day: presentDay(day), format, payoutCount, sum: presentAmount(sumMinor, currency) };
}

export function presentNetworkPayout(payout: NetworkPayout) {
  const { id, currency, merchantId, memberId, payee, tenantTitle, fileId } = payout;
  return {
    id,
    currency,
    merchantId,
    memberId,
    payee,
    tenant: tenantTitle,
    fileId,
    amount: presentAmount(payout.amountMinor, currency),
    ...presentProgress(payout),
    createdAt: presentDate(payout.createdAt),
  };
}

export const PAYOUT_CELLS: Cells<ReturnType<typeof presentNetworkPayout>> = {
  created_utc: ({ createdAt }) => createdAt,
  payout_id: ({ id }) => presentCsvCell(id),
  end_to_end_id: ({ endToEndId }) => presentCsvCell(endToEndId),
  status: ({ status }) => presentCsvCell(status),
  payee: ({ payee }) => presentCsvCell(payee),
  merchant_id: ({ merchantId }) => presentCsvCell(merchantId ?? ""),
  member_id: ({ memberId }) => presentCsvCell(memberId ?? ""),
  tenant: ({ tenant }) => presentCsvCell(tenant),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  file_id: ({ fileId }) => presentCsvCell(fileId ?? ""),
  exported_utc: ({ exportedAt }) => exportedAt ?? "",
  sent_utc: ({ sentAt }) => sentAt ?? "",
  paid_utc: ({ paidAt }) => paidAt ?? "",
  returned_utc: ({ returnedAt }) => returnedAt ?? "",
  return_reason: ({ returnReason }) => presentCsvCell(returnReason ?? ""),
};

export function presentPayoutPage(page: NetworkPayoutPage) {
  const { batchId, feeMinor, repaidBatchId, exportedBy, sentBy, answeredBy, isAsked } = page;
  return {
    ...presentNetworkPayout(page),
    batchId,
    repaidBatchId,
    exportedBy,
    sentBy,
    answeredBy,
    isAsked,
    fee: presentAmount(feeMinor, page.currency),
  };
}

export function presentPaymentFile({
  sumMinor,
  executesOn,
  createdAt,
  sentAt,
  takenBackAt,
  ...file
}: ListedPaymentFile) {
  return {
    ...file,
    sum: presentAmount(sumMinor, file.currency),
    executesOn: presentDay(executesOn),
    createdAt: presentDate(createdAt),
    sentAt: presentDate(sentAt),
    takenBackAt: presentDate(takenBackAt),
  };
}

export function presentBankTarget({ holder, country, accountNumber, bankCode }: BankTarget) {
  return { holder, country, accountNumber, bankCode };
}
