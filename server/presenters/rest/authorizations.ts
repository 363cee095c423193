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
  type Family,
  type RescueOutcome,
  type ReverseOutcome,
  standingOf,
} from "@/server/domain/authorizations";
import { DECLINE_REASONS, isDeclineCode, storedHint } from "@/server/domain/declines";
import { presentAmount, presentDate, presentMetadata } from "../shared/values";

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
  };
}

/** Contract 2.2. */
export function presentApproval({ row }: AuthorizationOutcome) {
  return {
    status: "approved" as const,
    authorizationId: row.authorizationNumber,
    recordId: row.id,
    amount: presentAmount(row.amountMinor, row.currency),
    approvalCode: row.approvalCode ?? "",
    expires: presentDate(row.expiresAt) ?? "",
  };
}

/** Contract 2.5. */
export function presentIncrement(outcome: AuthorizationOutcome) {
  return { ...presentApproval(outcome), parentAuthorization: outcome.row.rootId };
}

/** Contract 2.3. A root is shown with its increments, at the given time: an overdue hold reads as expired. */
export function presentAuthorization(family: Family, now: Date) {
  const { target, root } = family;
  const isApproved = target.outcome === "approved";
  const standing = standingOf(family, now);
  const { status, figures } = standing;
  const { capturable, voidable, refundable } = amountsLeft(standing, target.currency);
  const amount = (minor: bigint) => presentAmount(minor, target.currency);
  return {
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

/** The same of a first authorization, which stands for its increments. */
export function presentFirstAuthorization(row: AuthorizationRow, now: Date) {
  return presentAuthorization({ root: row, members: [row], target: row }, now);
}

/** What the request said, under the names it was sent by. */
function descriptionOf(row: AuthorizationRow): PaymentDescription {
  const pairs = DESCRIBED_FIELDS.map((name) => [name, name === "metadata" ? presentMetadata(row[name]) : row[name]]);
  return { ...NOTHING_DESCRIBED, ...Object.fromEntries(pairs) };
}

/** What its member let through. */
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

/** Contract 2.4. */
export function presentCapture({ target, amountMinor, remainingMinor, acknowledgedAt }: CaptureOutcome, key: string) {
  return {
    status: remainingMinor === 0n ? ("charged" as const) : ("partial" as const),
    amountCaptured: presentAmount(amountMinor, target.currency),
    ...ids(target),
    idempotencyKey: key,
    acknowledged: presentDate(acknowledgedAt),
    settled: null,
  };
}

/** Contract 2.6. */
export function presentReversal(outcome: ReverseOutcome, key: string) {
  const { target, voidedMinor, refundedMinor, remainingMinor } = outcome;
  return {
    status: remainingMinor === 0n ? ("reversed" as const) : ("partial-reversed" as const),
    amountReversed: presentAmount(voidedMinor + refundedMinor, target.currency),
    ...ids(target),
    reasonCode: outcome.reasonCode satisfies ReversalReason,
    idempotencyKey: key,
    settled: null,
  };
}
