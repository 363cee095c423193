import {
  DESCRIBED_FIELDS,
  NOTHING_DESCRIBED,
  type PaymentDescription,
  type ReversalReason,
} from "@/server/contracts/rest/authorization-schemas";
import {
  type AuthorizationOutcome,
  type AuthorizationRow,
  amountsLeft,
  type CaptureOutcome,
  currentStatus,
  type Family,
  type RescueOutcome,
  type ReverseOutcome,
  transactionsOf,
} from "@/server/domain/authorizations";
import { DECLINE_REASONS, isDeclineCode, storedHint } from "@/server/domain/declines";
import type { AuthorizationMoves, ListedAuthorization, Moved, Payer } from "@/server/domain/queries";
import { presentAmount, presentDate, presentMetadata } from "../shared/values";
import { presentOfCapture, presentPayer } from "./records";

function ids(row: AuthorizationRow) {
  return { authorizationId: row.authorizationNumber, recordId: row.id };
}

function reasonOf(row: AuthorizationRow) {
  return isDeclineCode(row.responseCode) ? DECLINE_REASONS[row.responseCode] : null;
}

/** Contract 2.2. */
export function presentDecline({ row }: AuthorizationOutcome) {
  return {
    status: "declined" as const,
    amount: presentAmount(row.amountMinor, row.currency),
    ...ids(row),
    reasonCode: row.responseCode,
    reasonMessage: reasonOf(row)?.message ?? "",
    details: { ...storedHint(row.decision) },
    merchantReference: row.merchantReference,
  };
}

/** Contract 2.2. */
export function presentApproval({ row, transactionId }: AuthorizationOutcome) {
  const { merchantReference, ...hold } = presentHold(row);
  return { ...hold, transactionId, merchantReference };
}

function presentHold(row: AuthorizationRow) {
  return {
    status: "approved" as const,
    authorizationId: row.authorizationNumber,
    recordId: row.id,
    amount: presentAmount(row.amountMinor, row.currency),
    approvalCode: row.approvalCode ?? "",
    expires: presentDate(row.expiresAt) ?? "",
    merchantReference: row.merchantReference,
  };
}

/** Contract 2.5. */
export function presentIncrement({ row }: AuthorizationOutcome) {
  return { ...presentHold(row), parentAuthorization: row.rootId };
}

/** Contract 2.3. Shows a root with its increments at the given time: an overdue hold reads as expired. */
function presentAuthorization(family: Family, payer: Payer | null, now: Date) {
  const { target, root } = family;
  const isApproved = target.outcome === "approved";
  const current = currentStatus(family, now);
  const { status, figures } = current;
  const { capturable, voidable, refundable } = amountsLeft(current, target.currency);
  const amount = (minor: bigint) => presentAmount(minor, target.currency);
  return {
    id: target.id,
    authorizationId: target.authorizationNumber,
    recordId: target.id,
    status,
    amount: amount(isApproved ? figures.amountMinor : target.amountMinor),
    captured: amount(figures.capturedMinor),
    reversed: amount(figures.voidedMinor + figures.refundedMinor),
    capturable,
    voidable,
    refundable,
    currency: target.currency,
    card: target.cardId ?? target.paymentCodeId ?? target.agreementId ?? "",
    ...presentPayer(payer),
    merchant: target.merchantId,
    approvalCode: target.approvalCode,
    responseCode: target.responseCode,
    reasonCode: isApproved ? null : target.responseCode,
    reasonTitle: reasonOf(target)?.title ?? null,
    created: presentDate(target.createdAt),
    expires: isApproved ? presentDate(root.expiresAt) : null,
    acknowledged: presentDate(target.acknowledgedAt),
    settled: presentDate(target.settledAt),
    parentAuthorization: target.parentId,
    ...descriptionOf(target),
  };
}

export function presentAuthorizationWithMoves(
  { family, payer, captures, refunds, payouts }: AuthorizationMoves,
  now: Date,
) {
  const { currency } = family.target;
  const amount = (minor: bigint) => presentAmount(minor, currency);
  return {
    ...presentAuthorization(family, payer, now),
    captures: transactionsOf(captures).map((capture) => ({
      ...presentOfCapture(capture),
      ...presentMove(capture, payouts),
    })),
    refunds: refunds.map((refund) => ({
      refundId: refund.refundId,
      transactionId: refund.transactionId,
      status: refund.settledAt ? ("Refunded" as const) : ("PendingSettlement" as const),
      amount: amount(refund.amountMinor),
      reason: refund.reasonCode,
      ...presentMove(refund, payouts),
    })),
  };
}

export function presentMove(move: Moved, payouts: AuthorizationMoves["payouts"]) {
  const payoutId = move.settledAt === null || move.batchId === null ? undefined : payouts.get(move.batchId);
  return {
    merchantReference: move.merchantReference,
    metadata: presentMetadata(move.metadata),
    createdAt: presentDate(move.createdAt),
    settledAt: presentDate(move.settledAt),
    batchId: payoutId === undefined ? null : move.batchId,
    payoutId: payoutId ?? null,
  };
}

export function presentFirstAuthorization({ payer, ...row }: ListedAuthorization, now: Date) {
  return presentAuthorization({ root: row, members: [row], target: row }, payer, now);
}

function descriptionOf(row: AuthorizationRow): PaymentDescription {
  const pairs = DESCRIBED_FIELDS.map((name) => [name, name === "metadata" ? presentMetadata(row[name]) : row[name]]);
  return { ...NOTHING_DESCRIBED, ...Object.fromEntries(pairs) };
}

export function presentRescueOutcome({ declined, rescue }: RescueOutcome) {
  return {
    ...ids(declined),
    merchant: rescue.merchantId,
    account: rescue.accountId,
    amount: presentAmount(rescue.amountMinor, declined.currency),
    currency: declined.currency,
    until: presentDate(rescue.expiresAt) ?? "",
  };
}

interface Asked {
  readonly idempotencyKey: string;
  readonly sent: { readonly merchantReference: string | null };
}

/** Contract 2.4. */
export function presentCapture(outcome: CaptureOutcome, { idempotencyKey, sent }: Asked) {
  const { target, amountMinor, remainingMinor, acknowledgedAt } = outcome;
  return {
    status: remainingMinor === 0n ? ("charged" as const) : ("partial" as const),
    amountCaptured: presentAmount(amountMinor, target.currency),
    transactionId: outcome.transactionId,
    ...ids(target),
    authorizationStatus: outcome.statusAfter,
    merchantReference: sent.merchantReference,
    idempotencyKey,
    acknowledged: presentDate(acknowledgedAt),
    settled: null,
  };
}

/** Contract 2.6. */
export function presentReversal(outcome: ReverseOutcome, { idempotencyKey, sent }: Asked) {
  const { target, voidedMinor, refundedMinor, remainingMinor } = outcome;
  return {
    status: remainingMinor === 0n ? ("reversed" as const) : ("partial-reversed" as const),
    amountReversed: presentAmount(voidedMinor + refundedMinor, target.currency),
    amountVoided: presentAmount(voidedMinor, target.currency),
    amountRefunded: presentAmount(refundedMinor, target.currency),
    refundId: outcome.refundId,
    ...ids(target),
    authorizationStatus: outcome.statusAfter,
    merchantReference: sent.merchantReference,
    reasonCode: outcome.reasonCode satisfies ReversalReason,
    idempotencyKey,
    settled: null,
  };
}
