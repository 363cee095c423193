import {
  type AuthorizationOutcome,
  type AuthorizationRow,
  atTime,
  type CaptureOutcome,
  type Figures,
  familyFigures,
  holdLeft,
  isAllowed,
  matchWords,
  type ReverseOutcome,
  refundable,
  rescueUntil,
  statusOf,
} from "@/server/domain/authorizations";
import { DECLINE_REASONS, isDeclineCode } from "@/server/domain/declines";
import type { AuthorizationStory, AuthorizationSums, TenantAuthorization } from "@/server/domain/queries";
import { presentAuthorization, presentDecline } from "../rest/authorizations";
import { presentDispute } from "../rest/disputes";
import { presentAvsResult, presentCategory, presentCvvResult, presentEntryMode } from "../shared/codes";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import { presentMemberDecline } from "../shared/declines";
import type { Cells } from "../shared/list-csv";
import { presentRuleTrace } from "../shared/rule-trace";
import { presentAmount, presentDate, presentMetadata } from "../shared/values";
import { presentStoryDelivery, presentTimeline } from "./authorization-timeline";
import { presentMakingRequest } from "./making-request";

function paidWith(row: AuthorizationRow) {
  if (row.cardId) return { kind: "card" as const, id: row.cardId };
  if (row.paymentCodeId) return { kind: "code" as const, id: row.paymentCodeId };
  return { kind: "agreement" as const, id: row.agreementId ?? "" };
}

function declineOf({ responseCode }: AuthorizationRow) {
  if (!isDeclineCode(responseCode)) return null;
  return { code: responseCode, ...DECLINE_REASONS[responseCode] };
}

/** The decline as each party reads it. Without figures of another tenant's member, which this tenant must not know. */
function viewsOf({ family: { root }, decision, isOwnMember, allowed }: AuthorizationStory) {
  const { outcome, currency, responseCode } = root;
  if (outcome === "approved") return null;
  const { reasonCode, reasonMessage, details } = presentDecline({ row: root, transactionId: null });
  const declined = { responseCode, currency, decision: isOwnMember ? decision : null };
  return {
    merchant: { reasonCode, reasonMessage, details },
    rescueUntil: presentDate(rescueUntil(root.decision)),
    allowed: allowed && { at: presentDate(allowed.at), paidBy: allowed.paidById },
    member: presentMemberDecline(declined, paidWith(root).kind),
  };
}

function figuresAt(root: AuthorizationRow, now: Date): Figures {
  return atTime(familyFigures(root), root.expiresAt, now);
}

function summarize(root: AuthorizationRow, merchantName: string, now: Date) {
  const isApproved = root.outcome === "approved";
  const figures = figuresAt(root, now);
  const amount = (minor: bigint) => presentAmount(minor, root.currency);
  return {
    id: root.id,
    authorizationId: root.authorizationNumber,
    status: statusOf(root, figures),
    currency: root.currency,
    amount: amount(isApproved ? figures.amountMinor : root.amountMinor),
    held: amount(isApproved ? holdLeft(figures) : 0n),
    captured: amount(figures.capturedMinor),
    refunded: amount(figures.refundedMinor),
    merchant: { id: root.merchantId, name: root.merchantNameRaw ?? merchantName },
    paidWith: paidWith(root),
    decline: declineOf(root),
    merchantReference: root.merchantReference,
    createdAt: presentDate(root.createdAt),
  };
}

export function presentTenantAuthorization({ root, merchantName, memberName }: TenantAuthorization, now: Date) {
  return { ...summarize(root, merchantName, now), memberName };
}

export const AUTHORIZATION_CELLS: Cells<ReturnType<typeof presentTenantAuthorization>> = {
  created_utc: ({ createdAt }) => createdAt,
  authorization_id: ({ authorizationId }) => presentCsvCell(authorizationId),
  record_id: ({ id }) => presentCsvCell(id),
  status: ({ status }) => presentCsvCell(status),
  decline_code: ({ decline }) => presentCsvCell(decline?.code ?? null),
  decline_reason: ({ decline }) => presentCsvCell(decline?.title ?? null),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  held: ({ held, currency }) => presentCsvAmount(held, currency),
  captured: ({ captured, currency }) => presentCsvAmount(captured, currency),
  refunded: ({ refunded, currency }) => presentCsvAmount(refunded, currency),
  merchant_id: ({ merchant }) => presentCsvCell(merchant.id),
  merchant: ({ merchant }) => presentCsvCell(merchant.name),
  merchant_reference: ({ merchantReference }) => presentCsvCell(merchantReference),
  paid_with: ({ paidWith }) => presentCsvCell(paidWith.kind),
  paid_with_id: ({ paidWith }) => presentCsvCell(paidWith.id),
  member: ({ memberName }) => presentCsvCell(memberName),
};

export function presentAuthorizationSums({ sums, ...counted }: AuthorizationSums) {
  return {
    ...counted,
    sums: sums.map(({ currency, count, approvedMinor, capturedMinor, refundedMinor }) => ({
      currency,
      count: Number(count),
      approved: presentAmount(approvedMinor, currency),
      captured: presentAmount(capturedMinor, currency),
      refunded: presentAmount(refundedMinor, currency),
    })),
  };
}

/** The actions still possible, so that the page offers no others. The use cases decide. */
function presentLeft(root: AuthorizationRow, figures: Figures) {
  const isApproved = root.outcome === "approved";
  const amount = (minor: bigint) => presentAmount(minor, root.currency);
  const hold = isApproved ? holdLeft(figures) : 0n;
  const refund = isApproved ? refundable(figures) : 0n;
  return {
    capture: amount(hold),
    canIncrement: isAllowed(statusOf(root, figures), "increment"),
    void: amount(hold),
    refund: amount(refund),
  };
}

function presentAllMetadata({ family: { root }, increments }: AuthorizationStory) {
  return [root, ...increments].flatMap((row) => {
    const pairs = presentMetadata(row.metadata);
    return pairs ? [{ increment: row.parentId === null ? null : row.authorizationNumber, pairs }] : [];
  });
}

export function presentAuthorizationStory(story: AuthorizationStory, now: Date) {
  const { family, member, merchantName, dispute } = story;
  const { root } = family;
  const figures = figuresAt(root, now);
  const amount = (minor: bigint) => presentAmount(minor, root.currency);
  const decision = presentRuleTrace(story.decision, root.currency, story.isOwnMember);
  return {
    ...summarize(root, merchantName, now),
    released: amount(figures.voidedMinor + figures.expiredMinor),
    expiresAt: root.outcome === "approved" ? presentDate(root.expiresAt) : null,
    account: root.accountId,
    // Names of other tenants' members aren't disclosed.
    member: { id: member.id, name: story.isOwnMember ? member.name : null },
    approvalCode: root.approvalCode,
    matchWords: matchWords(root),
    category: root.mcc && presentCategory(root.mcc),
    mode: root.mode && presentEntryMode(root.mode),
    avsResult: root.avsResult && presentAvsResult(root.avsResult),
    cvvResult: root.cvvResult && presentCvvResult(root.cvvResult),
    riskScore: root.riskScore,
    requestId: root.requestId,
    metadata: presentAllMetadata(story),
    left: presentLeft(root, figures),
    dispute: dispute && presentDispute(dispute),
    timeline: presentTimeline(story, figures),
    decision,
    views: viewsOf(story),
    /** The decline that the member overrode with this payment. */
    declinedBefore: story.declinedBeforeId,
    failedRule: decision.rules.find(({ hasPassed }) => !hasPassed) ?? null,
    entries: story.entries.map(({ amountMinor, createdAt, ...entry }) => ({
      ...entry,
      amount: amount(amountMinor),
      createdAt: presentDate(createdAt),
    })),
    deliveries: story.deliveries.map(presentStoryDelivery),
    record: presentAuthorization(
      family,
      story.isOwnMember ? { memberId: member.id, accountId: root.accountId } : null,
      now,
    ),
    curl: presentMakingRequest(root),
  };
}

export function presentCaptured({ transactionId, amountMinor, remainingMinor, target }: CaptureOutcome) {
  const amount = (minor: bigint) => presentAmount(minor, target.currency);
  return { transactionId, currency: target.currency, captured: amount(amountMinor), remaining: amount(remainingMinor) };
}

export function presentTestPayment({ row }: AuthorizationOutcome) {
  const { id, currency } = row;
  return { id, currency, amount: presentAmount(row.amountMinor, currency), decline: declineOf(row) };
}

/** A declined increment is a result, not an error. */
export function presentIncremented({ row }: AuthorizationOutcome) {
  return { currency: row.currency, amount: presentAmount(row.amountMinor, row.currency), decline: declineOf(row) };
}

export function presentReversed({ voidedMinor, refundedMinor, remainingMinor, target }: ReverseOutcome) {
  const amount = (minor: bigint) => presentAmount(minor, target.currency);
  return {
    currency: target.currency,
    voided: amount(voidedMinor),
    refunded: amount(refundedMinor),
    remaining: amount(remainingMinor),
  };
}
