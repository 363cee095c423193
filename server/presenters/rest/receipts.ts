import { REVERSAL_REASONS } from "@/server/contracts/choices";
import type { ReceiptView } from "@/server/contracts/rest/receipts";
import { refundableOf } from "@/server/domain/authorizations";
import type { Receipt } from "@/server/domain/queries";
import { presentAmount, presentDate } from "../shared/values";
import { presentTerms } from "./recurring";

function reasonText(code: string): string {
  return Object.entries(REVERSAL_REASONS).find(([known]) => known === code)?.[1] ?? code;
}

/** The amounts paid and refunded. Discloses nothing about the member, since anyone may have the link. */
export function presentReceipt({ transaction, merchantName, agreement }: Receipt): ReceiptView {
  const { family, captures, refunds } = transaction;
  const { root } = family;
  const amount = (minor: bigint) => presentAmount(minor, root.currency);
  const paid = captures.reduce((sum, capture) => sum + capture.amountMinor, 0n);
  const left = refundableOf(captures);
  const [first] = captures;
  return {
    merchant: root.merchantNameRaw ?? merchantName,
    isTest: root.environment === "test",
    status: left === paid ? "Paid" : left === 0n ? "Refunded" : "Partly refunded",
    currency: root.currency,
    paid: amount(paid),
    refunded: amount(paid - left),
    total: amount(left),
    paidAt: presentDate(first?.createdAt ?? root.createdAt),
    paidWith: root.cardId ? "Card" : root.paymentCodeId ? "Payment code" : "Recurring authorization",
    terms: agreement && presentTerms(agreement),
    approvalCode: root.approvalCode ?? "",
    authorizationId: root.authorizationNumber,
    transactionId: first?.transactionId ?? root.id,
    merchantReference: first?.merchantReference ?? root.merchantReference,
    refunds: refunds.map((refund) => ({
      refundId: refund.refundId,
      amount: amount(refund.amountMinor),
      reason: reasonText(refund.reasonCode),
      createdAt: presentDate(refund.createdAt),
    })),
  };
}
