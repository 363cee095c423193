import type { MemberPayout, PayoutState } from "@/server/domain/payouts";
import type { BatchLine, BatchRecord, MerchantMoney, Progress } from "@/server/domain/queries";
import type { SettlementOutcome } from "@/server/domain/sandbox";
import { grossAndNet, type SettlementBatchRow } from "@/server/domain/settlement";
import { presentAmount, presentDate, presentDay, presentMetadata } from "../shared/values";
import { presentPayer } from "./records";

function presentSettledLine(line: BatchLine) {
  const { gross: amount, recordId, member, account, metadata, ...shown } = presentBatchLine(line);
  return { ...shown, amount };
}

function presentCharged(batch: SettlementBatchRow) {
  const { grossMinor, feeMinor, netMinor } = grossAndNet(batch);
  const amount = (minor: bigint) => presentAmount(minor, batch.currency);
  return { gross: amount(grossMinor), fee: amount(feeMinor), net: amount(netMinor) };
}

function presentBatch(batch: SettlementBatchRow, lines: readonly BatchLine[]) {
  const amount = (minor: bigint) => presentAmount(minor, batch.currency);
  return {
    batchId: batch.id,
    merchant: batch.merchantId,
    currency: batch.currency,
    day: presentDay(batch.settledDay),
    captured: amount(batch.capturedMinor),
    refunded: amount(batch.refundedMinor),
    ...presentCharged(batch),
    carriedIn: amount(batch.carriedInMinor),
    payout: amount(batch.payoutMinor),
    carriedOut: amount(batch.carriedOutMinor),
    createdAt: presentDate(batch.createdAt),
    lines: lines.map(presentSettledLine),
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

export function presentSettlement({ batches, balances }: SettlementOutcome) {
  return {
    batches: batches.map(({ batch, lines }) => presentBatch(batch, lines)),
    balances: balances.map(presentMoney),
  };
}

export function presentBatchRecord(batch: BatchRecord) {
  const { lines: _lines, hasMoreLines: _more, createdAt, ...shown } = presentBatch(batch, []);
  return {
    id: batch.id,
    ...shown,
    captureCount: batch.captureCount,
    refundCount: batch.refundCount,
    payoutId: batch.payoutPostingId,
    payoutStatus: batch.state,
    previousBatchId: batch.previousBatchId,
    createdAt,
  };
}

/** With what a console adds to the record. */
export function presentListedBatch(batch: BatchRecord) {
  const { merchantName, tenantTitle } = batch;
  return { ...presentBatchRecord(batch), merchantName, tenantTitle };
}

export function presentBatchLine(line: BatchLine) {
  const amount = (minor: bigint) => presentAmount(minor, line.currency);
  return {
    id: line.id,
    kind: line.kind,
    transactionId: line.transactionId,
    refundId: line.refundId,
    authorizationId: line.authorizationNumber,
    recordId: line.authorizationId,
    ...presentPayer(line.payer),
    merchantReference: line.merchantReference,
    metadata: presentMetadata(line.metadata),
    gross: amount(line.amountMinor),
    fee: amount(line.feeMinor),
    net: amount(line.amountMinor - line.feeMinor),
    createdAt: presentDate(line.createdAt),
  };
}

/** A payout of a merchant or member: where it is. */
export function presentProgress<State extends PayoutState | null, Id extends string | null>(
  payout: Progress & { readonly state: State; readonly endToEndId: Id },
) {
  return {
    status: payout.state,
    endToEndId: payout.endToEndId,
    last4: payout.last4,
    exportedAt: presentDate(payout.exportedAt),
    sentAt: presentDate(payout.sentAt),
    paidAt: presentDate(payout.paidAt),
    returnedAt: presentDate(payout.returnedAt),
    returnReason: payout.returnReason,
  };
}

export function presentPayout(batch: BatchRecord) {
  const { state, endToEndId } = batch;
  if (state === null || endToEndId === null) throw new Error("a batch without a payout was listed as one");
  return {
    id: batch.payoutPostingId ?? "",
    payoutId: batch.payoutPostingId ?? "",
    batchId: batch.id,
    merchant: batch.merchantId,
    currency: batch.currency,
    amount: presentAmount(batch.payoutMinor, batch.currency),
    ...presentCharged(batch),
    carriedIn: presentAmount(batch.carriedInMinor, batch.currency),
    day: presentDay(batch.settledDay),
    ...presentProgress({ ...batch, state, endToEndId }),
    repaidIn: batch.repaidBatchId,
    createdAt: presentDate(batch.createdAt),
  };
}

export function presentMemberPayout(payout: MemberPayout) {
  const { id, accountId, memberId, currency, amountMinor, feeMinor, createdAt } = payout;
  return {
    id,
    memberPayoutId: id,
    account: accountId,
    member: memberId,
    currency,
    amount: presentAmount(amountMinor, currency),
    fee: presentAmount(feeMinor, currency),
    ...presentProgress(payout),
    createdAt: presentDate(createdAt),
  };
}
