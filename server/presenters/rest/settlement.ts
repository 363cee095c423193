import type { SettlementOutcome } from "@/server/domain/sandbox";
import type { SettlementBatchRow } from "@/server/domain/settlement";
import type { MerchantMoney, StatementLine } from "@/server/domain/stories";
import { presentAmount, presentDate, presentDay } from "../shared/values";

export function presentLine(line: StatementLine, currency: string) {
  return {
    kind: line.kind,
    id: line.id,
    transactionId: line.transactionId,
    refundId: line.refundId,
    authorizationId: line.authorizationNumber,
    merchantReference: line.merchantReference,
    amount: presentAmount(line.amountMinor, currency),
    createdAt: presentDate(line.createdAt),
  };
}

function presentBatch(batch: SettlementBatchRow, lines: readonly StatementLine[]) {
  const amount = (minor: bigint) => presentAmount(minor, batch.currency);
  return {
    batchId: batch.id,
    merchant: batch.merchantId,
    currency: batch.currency,
    day: presentDay(batch.settledDay),
    captured: amount(batch.capturedMinor),
    refunded: amount(batch.refundedMinor),
    carriedIn: amount(batch.carriedInMinor),
    payout: amount(batch.payoutMinor),
    carriedOut: amount(batch.carriedOutMinor),
    createdAt: presentDate(batch.createdAt),
    lines: lines.map((line) => presentLine(line, batch.currency)),
    hasMoreLines: lines.length < batch.captureCount + batch.refundCount,
  };
}

export function presentMoney(money: MerchantMoney) {
  const amount = (minor: bigint) => presentAmount(minor, money.currency);
  return {
    merchant: money.merchantId,
    currency: money.currency,
    pending: amount(money.pendingMinor),
    settled: amount(money.settledMinor),
    paidOut: amount(money.paidOutMinor),
    carriedOver: amount(money.carriedOverMinor),
  };
}

/** What was settled, line by line, and where each merchant's money is now. */
export function presentSettlement({ batches, balances }: SettlementOutcome) {
  return {
    batches: batches.map(({ batch, lines }) => presentBatch(batch, lines)),
    balances: balances.map(presentMoney),
  };
}
