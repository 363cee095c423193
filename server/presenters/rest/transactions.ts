import {
  type AuthorizationOutcome,
  type AuthorizationRow,
  amountsLeft,
  type CaptureOutcome,
  type CaptureRow,
  type ChargeOutcome,
  matchWords,
  type RedemptionOutcome,
  type RefundOutcome,
  refundableOf,
  standingOf,
  type TransactionHistory,
  type TransactionRefund,
  type VoidOutcome,
} from "@/server/domain/authorizations";
import { type DeclineCode, declineMessage, type Hint, isDeclineCode, storedHint } from "@/server/domain/declines";
import { receiptIdOf } from "@/server/domain/queries";
import { publicUrl } from "@/server/platform/env";
import { presentApprovalUrl } from "../shared/approval-url";
import { presentAmount, presentDate, presentMetadata } from "../shared/values";

/** Shapes of the merchant surface (contract 4.5, design 6). */

export function presentReceiptLink(transactionId: string) {
  const id = receiptIdOf(transactionId);
  return { id, url: publicUrl(`/receipts/${id}`) };
}

/** Why it was declined, and all three null where it was not. */
export function presentReason(code: DeclineCode | null, hint: Hint = {}) {
  if (code === null) return { reasonCode: null, reasonMessage: null, details: null };
  return { reasonCode: code, reasonMessage: declineMessage(code, hint), details: { ...hint } };
}

/** Without a row no one knows the code. */
function presentReasonOf(row: AuthorizationRow | null) {
  if (row === null) return presentReason("14");
  return presentReason(isDeclineCode(row.responseCode) ? row.responseCode : null, storedHint(row.decision));
}

/** What asking for money came to, by card, code or agreement. */
type Decided = AuthorizationOutcome | RedemptionOutcome;

export function presentAuthorizedTransaction({ row }: Decided) {
  const isApproved = row?.outcome === "approved";
  return {
    authorizationId: row?.authorizationNumber ?? null,
    approved: isApproved,
    status: isApproved ? ("Authorization Approved" as const) : ("Authorization Declined" as const),
    authorizedAmount: isApproved ? presentAmount(row.amountMinor, row.currency) : 0,
    approvalCode: row?.approvalCode ?? null,
    expiresAt: presentDate(row?.expiresAt ?? null),
    riskScore: row?.riskScore ?? null,
    ...presentReasonOf(row),
    matchWords: row && matchWords(row),
  };
}

/** A charge is a sale: what it took waits for its batch, under the same word. */
function presentSold(outcome: Decided) {
  const { row } = outcome;
  const transactionId = row ? outcome.transactionId : null;
  return {
    transactionId,
    approved: transactionId !== null,
    authorizationId: row?.authorizationNumber ?? null,
    capturedAmount: row && transactionId !== null ? presentAmount(row.capturedMinor, row.currency) : 0,
    riskScore: row?.riskScore ?? null,
    status: transactionId === null ? ("Declined" as const) : ("PendingSettlement" as const),
    ...presentReasonOf(row),
    receipt: transactionId === null ? null : presentReceiptLink(transactionId),
  };
}

export function presentSale(outcome: Decided) {
  const { row } = outcome;
  return { ...presentSold(outcome), approvalCode: row?.approvalCode ?? null, matchWords: row && matchWords(row) };
}

const NOT_ASKED = { chargeRequestId: null, expiresAt: null, approvalUrl: null } as const;

/** A sale, or a request that the member answers later: nothing is taken by it. */
export function presentRecurringCharge(outcome: ChargeOutcome) {
  if (!("chargeRequest" in outcome)) return { ...presentSold(outcome), ...NOT_ASKED };
  const { id, expiresAt } = outcome.chargeRequest;
  return {
    ...{ transactionId: null, approved: false, authorizationId: null, capturedAmount: 0, riskScore: null },
    ...{ status: "PendingApproval" as const, ...presentReason(null), receipt: null },
    ...{ chargeRequestId: id, expiresAt: presentDate(expiresAt), approvalUrl: presentApprovalUrl(id) },
  };
}

export function presentCapturedTransaction({ target, transactionId, amountMinor, remainingMinor }: CaptureOutcome) {
  return {
    transactionId,
    authorizationId: target.authorizationNumber,
    capturedAmount: presentAmount(amountMinor, target.currency),
    remainingAuthorizedAmount: presentAmount(remainingMinor, target.currency),
    status: "PendingSettlement" as const,
    receipt: presentReceiptLink(transactionId),
  };
}

export function presentVoid({ target, voidedMinor, remainingMinor }: VoidOutcome) {
  return {
    authorizationId: target.authorizationNumber,
    voidedAmount: presentAmount(voidedMinor, target.currency),
    remainingAuthorizedAmount: presentAmount(remainingMinor, target.currency),
    status: "Voided" as const,
  };
}

export function presentRefund({ refundId, transaction, refundedMinor, remainingMinor }: RefundOutcome) {
  const { transactionId, family } = transaction;
  const { currency } = family.root;
  return {
    refundId,
    transactionId,
    refundedAmount: presentAmount(refundedMinor, currency),
    remainingRefundable: presentAmount(remainingMinor, currency),
    status: remainingMinor === 0n ? ("Refunded" as const) : ("PartiallyRefunded" as const),
    receipt: presentReceiptLink(transactionId),
  };
}

export function presentTransactionReversal({ transaction, refundedMinor }: RefundOutcome) {
  const { transactionId, family } = transaction;
  return {
    transactionId,
    authorizationId: family.target.authorizationNumber,
    reversedAmount: presentAmount(refundedMinor, family.root.currency),
    status: "Reversed" as const,
  };
}

/** The parts of one capture as the one transaction they are. */
function presentTransactionCapture(first: CaptureRow, parts: readonly CaptureRow[]) {
  const amount = (minor: bigint) => presentAmount(minor, first.currency);
  const captured = parts.reduce((sum, part) => sum + part.amountMinor, 0n);
  const settledAt = parts.every((part) => part.settledAt !== null) ? first.settledAt : null;
  return {
    transactionId: first.id,
    capturedAmount: amount(captured),
    refundedAmount: amount(captured - refundableOf(parts)),
    remainingRefundable: amount(refundableOf(parts)),
    status: settledAt ? ("Captured" as const) : ("PendingSettlement" as const),
    merchantReference: first.merchantReference,
    createdAt: presentDate(first.createdAt),
    settledAt: presentDate(settledAt),
    receipt: presentReceiptLink(first.id),
  };
}

function presentTransactionRefund(refund: TransactionRefund, currency: string) {
  return {
    refundId: refund.refundId,
    transactionId: refund.transactionId,
    amount: presentAmount(refund.amountMinor, currency),
    reason: refund.reasonCode,
    createdAt: presentDate(refund.createdAt),
    settledAt: presentDate(refund.settledAt),
  };
}

export function presentTransaction({ family, captures, refunds, others }: TransactionHistory, now: Date) {
  const { root, target } = family;
  const isApproved = target.outcome === "approved";
  const standing = standingOf(family, now);
  const { status, figures, holdMinor } = standing;
  const amount = (minor: bigint) => presentAmount(minor, target.currency);
  // The part that gives a capture its id is its first.
  const firsts = captures.filter(({ id, transactionId }) => id === transactionId);
  return {
    authorizationId: target.authorizationNumber,
    approved: isApproved,
    status,
    currency: target.currency,
    authorizedAmount: isApproved ? amount(figures.amountMinor) : 0,
    remainingAuthorizedAmount: amount(holdMinor),
    voidedAmount: amount(figures.voidedMinor),
    capturedAmount: amount(figures.capturedMinor),
    refundedAmount: amount(figures.refundedMinor),
    ...amountsLeft(standing, target.currency),
    merchantReference: target.merchantReference,
    recurringAuthorizationId: target.agreementId,
    approvalCode: target.approvalCode,
    riskScore: target.riskScore,
    ...presentReasonOf(target),
    matchWords: matchWords(target),
    metadata: presentMetadata(target.metadata),
    createdAt: presentDate(target.createdAt),
    expiresAt: isApproved ? presentDate(root.expiresAt) : null,
    captures: firsts.map((first) =>
      presentTransactionCapture(
        first,
        captures.filter(({ transactionId }) => transactionId === first.id),
      ),
    ),
    refunds: refunds.map((refund) => presentTransactionRefund(refund, target.currency)),
    otherAuthorizations: [...others],
  };
}
