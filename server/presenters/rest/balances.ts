import type { BalanceRecord, BalanceTransaction, BalanceTransactionPage } from "@/server/domain/queries";
import { presentAmount, presentDate } from "../shared/values";
import { presentPage } from "./pages";

export function presentBalance(record: BalanceRecord) {
  const { balanceMinor, pendingMinor, currency } = record;
  const amount = (minor: bigint) => presentAmount(minor, currency);
  return {
    id: record.id,
    balanceId: record.id,
    merchant: record.merchantId,
    currency,
    balance: amount(balanceMinor),
    available: amount(balanceMinor - pendingMinor),
    pending: amount(pendingMinor),
    reserved: 0,
    inTransit: amount(record.inTransitMinor),
    createdAt: presentDate(record.createdAt),
  };
}

export function presentEntry(entry: BalanceTransaction, currency: string) {
  const { id, kind } = entry;
  return {
    id,
    kind,
    amount: presentAmount(entry.amountMinor, currency),
    balance: presentAmount(entry.balanceMinor, currency),
    transactionId: kind === "capture" ? id : null,
    refundId: kind === "refund" ? id : null,
    payoutId: kind === "payout" ? id : entry.payoutId,
    batchId: entry.batchId,
    authorizationId: entry.authorizationNumber,
    recordId: entry.authorizationId,
    merchantReference: entry.merchantReference,
    createdAt: presentDate(entry.createdAt),
  };
}

export function presentBalanceTransactions(page: BalanceTransactionPage) {
  const { merchantId, currency, openingMinor, closingMinor } = page;
  return {
    merchant: merchantId,
    currency,
    opening: presentAmount(openingMinor, currency),
    closing: presentAmount(closingMinor, currency),
    ...presentPage(page, (entry) => presentEntry(entry, currency)),
  };
}
