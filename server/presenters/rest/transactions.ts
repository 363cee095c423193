import {
  type AuthorizationOutcome,
  type AuthorizationRow,
  amountsLeft,
  type CaptureOutcome,
  type CaptureRow,
  type ChargeOutcome,
  currentStatus,
  matchWords,
  type RedemptionOutcome,
  type RefundOutcome,
  type TransactionRefund,
  transactionsOf,
  type VoidOutcome,
} from "@/server/domain/authorizations";
import { type DeclineCode, declineMessage, type Hint, isDeclineCode, storedHint } from "@/server/domain/declines";
import { receiptIdOf, type TransactionMoves } from "@/server/domain/queries";
import { publicUrl } from "@/server/platform/env";
import { presentApprovalUrl } from "../shared/approval-url";
import { presentAmount, presentDate, presentMetadata } from "../shared/values";
import { presentMove } from "./authorizations";
import { presentOfCapture } from "./records";

export function presentReceiptLink(transactionId: string) {
  const id = receiptIdOf(transactionId);
  return { id, url: publicUrl(`/receipts/${id}`) };
}

/** Decline reason; all fields are null if approved. */
export function presentReason(code: DeclineCode | null, hint: Hint = {}) {
  if (code === null) return { reasonCode: null, reasonMessage: null, details: null };
  return { reasonCode: code, reasonMessage: declineMessage(code, hint), details: { ...hint } };
}

function presentReasonOf(row: AuthorizationRow | null) {
  if (row === null) return presentReason("14");
  return presentReason(isDeclineCode(row.responseCode) ? row.responseCode : null, storedHint(row.decision));
}

interface Sent {
  readonly merchantReference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

function presentAnnotations({ merchantReference, metadata }: Sent) {
  return { merchantReference, metadata: presentMetadata(metadata) };
}

type Decided = AuthorizationOutcome | RedemptionOutcome;

export function presentAuthorizedTransaction({ row }: Decided, sent: Sent) {
  const isApproved = row?.outcome === "approved";
  return {
    authorizationId: row?.authorizationNumber ?? null,
    recordId: row?.id ?? null,
    approved: isApproved,
    status: isApproved ? ("Authorization Approved" as const) : ("Authorization Declined" as const),
    authorizedAmount: isApproved ? presentAmount(row.amountMinor, row.currency) : 0,
    approvalCode: row?.approvalCode ?? null,
    expiresAt: presentDate(row?.expiresAt ?? null),
    riskScore: row?.riskScore ?? null,
    ...presentReasonOf(row),
    matchWords: row && matchWords(row),
    ...presentAnnotations(sent),
  };
}

/** An increment is a hold of its own, added to its parent. */
export function presentIncrementedTransaction(outcome: AuthorizationOutcome, sent: Sent) {
  const { matchWords: _, ...increment } = presentAuthorizedTransaction(outcome, sent);
  return { ...increment, parentAuthorization: outcome.row.rootId };
}

/** A charge is presented like a sale: captured, and waiting for its batch. */
function presentSold(outcome: Decided, sent: Sent) {
  const { row } = outcome;
  const transactionId = row ? outcome.transactionId : null;
  return {
    transactionId,
    approved: transactionId !== null,
    authorizationId: row?.authorizationNumber ?? null,
    recordId: row?.id ?? null,
    capturedAmount: row && transactionId !== null ? presentAmount(row.capturedMinor, row.currency) : 0,
    riskScore: row?.riskScore ?? null,
    status: transactionId === null ? ("Declined" as const) : ("PendingSettlement" as const),
    ...presentReasonOf(row),
    receipt: transactionId === null ? null : presentReceiptLink(transactionId),
    ...presentAnnotations(sent),
  };
}

export function presentSale(outcome: Decided, sent: Sent) {
  const { row } = outcome;
  return { ...presentSold(outcome, sent), approvalCode: row?.approvalCode ?? null, matchWords: row && matchWords(row) };
}

const NOT_ASKED = { chargeRequestId: null, expiresAt: null, approvalUrl: null } as const;

/** A sale, or a request for the member's approval, which takes no money. */
export function presentRecurringCharge(outcome: ChargeOutcome, sent: Sent) {
  if (!("chargeRequest" in outcome)) return { ...presentSold(outcome, sent), ...NOT_ASKED };
  const { id, expiresAt } = outcome.chargeRequest;
  return {
    transactionId: null,
    approved: false,
    authorizationId: null,
    recordId: null,
    capturedAmount: 0,
    riskScore: null,
    status: "PendingApproval" as const,
    ...presentReason(null),
    receipt: null,
    ...presentAnnotations(sent),
    chargeRequestId: id,
    expiresAt: presentDate(expiresAt),
    approvalUrl: presentApprovalUrl(id),
  };
}

export function presentCapturedTransaction(outcome: CaptureOutcome, sent: Sent) {
  const { target, transactionId, amountMinor, remainingMinor } = outcome;
  return {
    transactionId,
    authorizationId: target.authorizationNumber,
    recordId: target.id,
    capturedAmount: presentAmount(amountMinor, target.currency),
    remainingAuthorizedAmount: presentAmount(remainingMinor, target.currency),
    status: "PendingSettlement" as const,
    authorizationStatus: outcome.statusAfter,
    receipt: presentReceiptLink(transactionId),
    ...presentAnnotations(sent),
  };
}

export function presentVoid(outcome: VoidOutcome, sent: Sent) {
  const { target, voidedMinor, remainingMinor, capturedMinor } = outcome;
  return {
    authorizationId: target.authorizationNumber,
    recordId: target.id,
    voidedAmount: presentAmount(voidedMinor, target.currency),
    remainingAuthorizedAmount: presentAmount(remainingMinor, target.currency),
    capturedAmount: presentAmount(capturedMinor, target.currency),
    status: "Voided" as const,
    authorizationStatus: outcome.statusAfter,
    ...presentAnnotations(sent),
  };
}

export function presentRefund(outcome: RefundOutcome, sent: Sent) {
  const { refundId, transaction, refundedMinor, remainingMinor } = outcome;
  const { transactionId, family } = transaction;
  const { currency } = family.root;
  return {
    refundId,
    transactionId,
    authorizationId: family.target.authorizationNumber,
    recordId: family.target.id,
    refundedAmount: presentAmount(refundedMinor, currency),
    remainingRefundable: presentAmount(remainingMinor, currency),
    status: remainingMinor === 0n ? ("Refunded" as const) : ("PartiallyRefunded" as const),
    authorizationStatus: outcome.statusAfter,
    receipt: presentReceiptLink(transactionId),
    ...presentAnnotations(sent),
  };
}

export function presentTransactionReversal(outcome: RefundOutcome, sent: Sent) {
  const { refundId, transaction, refundedMinor } = outcome;
  const { transactionId, family } = transaction;
  return {
    transactionId,
    refundId,
    authorizationId: family.target.authorizationNumber,
    recordId: family.target.id,
    reversedAmount: presentAmount(refundedMinor, family.root.currency),
    status: "Reversed" as const,
    authorizationStatus: outcome.statusAfter,
    ...presentAnnotations(sent),
  };
}

function presentTransactionCapture(capture: CaptureRow, { payouts }: TransactionMoves) {
  const { amount, refunded, refundable, ...shown } = presentOfCapture(capture);
  return {
    ...shown,
    capturedAmount: amount,
    refundedAmount: refunded,
    remainingRefundable: refundable,
    ...presentMove(capture, payouts),
    receipt: presentReceiptLink(capture.transactionId),
  };
}

function presentTransactionRefund(refund: TransactionRefund, { family, payouts }: TransactionMoves) {
  return {
    refundId: refund.refundId,
    transactionId: refund.transactionId,
    amount: presentAmount(refund.amountMinor, family.target.currency),
    reason: refund.reasonCode,
    status: refund.settledAt ? ("Refunded" as const) : ("PendingSettlement" as const),
    ...presentMove(refund, payouts),
  };
}

export function presentTransaction(moves: TransactionMoves, now: Date) {
  const { family, captures, refunds, others } = moves;
  const { root, target } = family;
  const isApproved = target.outcome === "approved";
  const current = currentStatus(family, now);
  const { status, figures, holdMinor } = current;
  const amount = (minor: bigint) => presentAmount(minor, target.currency);
  return {
    authorizationId: target.authorizationNumber,
    recordId: target.id,
    parentAuthorization: target.parentId,
    approved: isApproved,
    status,
    currency: target.currency,
    authorizedAmount: isApproved ? amount(figures.amountMinor) : 0,
    remainingAuthorizedAmount: amount(holdMinor),
    voidedAmount: amount(figures.voidedMinor),
    capturedAmount: amount(figures.capturedMinor),
    refundedAmount: amount(figures.refundedMinor),
    ...amountsLeft(current, target.currency),
    merchantReference: target.merchantReference,
    recurringAuthorizationId: target.agreementId,
    approvalCode: target.approvalCode,
    riskScore: target.riskScore,
    ...presentReasonOf(target),
    matchWords: matchWords(target),
    metadata: presentMetadata(target.metadata),
    createdAt: presentDate(target.createdAt),
    expiresAt: isApproved ? presentDate(root.expiresAt) : null,
    captures: transactionsOf(captures).map((capture) => presentTransactionCapture(capture, moves)),
    refunds: refunds.map((refund) => presentTransactionRefund(refund, moves)),
    otherAuthorizations: [...others],
  };
}
