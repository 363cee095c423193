import type { CaptureRow } from "@/server/domain/authorizations";
import type { CaptureRecord, Payer, PaymentOfRecord, RefundRecord } from "@/server/domain/queries";
import { presentAmount, presentDate, presentMetadata } from "../shared/values";

export function presentPayer(payer: Payer | null) {
  return { member: payer?.memberId ?? null, account: payer?.accountId ?? null };
}

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

type OfCapture = Omit<CaptureRow, keyof PaymentOfRecord> & Pick<PaymentOfRecord, "currency" | "settledAt">;

/** What every list and record of captures says of one. */
export function presentOfCapture(capture: OfCapture) {
  const amount = (minor: bigint) => presentAmount(minor, capture.currency);
  return {
    transactionId: capture.transactionId,
    status: capture.settledAt ? ("Captured" as const) : ("PendingSettlement" as const),
    amount: amount(capture.amountMinor),
    refunded: amount(capture.refundedMinor),
    refundable: amount(capture.amountMinor - capture.refundedMinor),
  };
}

export function presentCaptureRecord(record: CaptureRecord) {
  return { id: record.id, ...presentOfCapture(record), ...presentPayment(record) };
}

export function presentRefundRecord(record: RefundRecord) {
  const amount = (minor: bigint) => presentAmount(minor, record.currency);
  const [first, ...others] = record.parts;
  return {
    id: record.id,
    refundId: record.id,
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
