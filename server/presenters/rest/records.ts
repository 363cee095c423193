import type { CaptureRecord, PaymentOfRecord, RefundRecord } from "@/server/domain/queries";
import { presentAmount, presentDate, presentMetadata } from "../shared/values";
import { presentPayer } from "./authorizations";

function presentPayment(record: PaymentOfRecord) {
  return {
    currency: record.currency,
    authorizationId: record.authorizationNumber,
    recordId: record.authorizationId,
    merchant: record.merchantId,
    card: record.payerId,
    ...presentPayer(record.payer),
    instrument: record.instrument,
    merchantReference: record.merchantReference,
    metadata: presentMetadata(record.metadata),
    createdAt: presentDate(record.createdAt),
    settledAt: presentDate(record.settledAt),
    batchId: record.batchId,
    payoutId: record.payoutId,
  };
}

export function presentCaptureRecord(record: CaptureRecord) {
  const amount = (minor: bigint) => presentAmount(minor, record.currency);
  return {
    id: record.transactionId,
    transactionId: record.transactionId,
    status: record.settledAt ? ("Captured" as const) : ("PendingSettlement" as const),
    amount: amount(record.amountMinor),
    refunded: amount(record.refundedMinor),
    refundable: amount(record.amountMinor - record.refundedMinor),
    ...presentPayment(record),
  };
}

export function presentRefundRecord(record: RefundRecord) {
  const amount = (minor: bigint) => presentAmount(minor, record.currency);
  const [first, ...others] = record.parts;
  return {
    id: record.refundId,
    refundId: record.refundId,
    status: record.settledAt ? ("Refunded" as const) : ("PendingSettlement" as const),
    amount: amount(record.amountMinor),
    reason: record.reasonCode,
    transactionId: first && others.length === 0 ? first.transactionId : null,
    transactions: record.parts.map((part) => ({
      transactionId: part.transactionId,
      amount: amount(part.amountMinor),
    })),
    ...presentPayment(record),
  };
}
