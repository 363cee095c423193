import type { WayOfPaying } from "@/server/contracts/choices";
import {
  type AuthorizationOutcome,
  type AuthorizationRow,
  type CaptureOutcome,
  currentStatus,
  isAllowed,
  matchWords,
  type ReverseOutcome,
  rescueUntil,
} from "@/server/domain/authorizations";
import { DECLINE_REASONS, isDeclineCode } from "@/server/domain/declines";
import type { AuthorizationStory, AuthorizationSums, TenantAuthorization } from "@/server/domain/queries";
import { presentAuthorizationWithMoves, presentDecline, presentFirstAuthorization } from "../rest/authorizations";
import { presentDispute } from "../rest/disputes";
import { presentAvsResult, presentCategory, presentCvvResult, presentEntryMode } from "../shared/codes";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import { presentMemberDecline } from "../shared/declines";
import type { Cells } from "../shared/list-csv";
import { presentRuleTrace } from "../shared/rule-trace";
import { presentAmount, presentDate, presentMetadata } from "../shared/values";
import { presentStoryDelivery, presentTimeline } from "./authorization-timeline";
import { presentMakingRequest } from "./making-request";

function wayOf(row: AuthorizationRow): WayOfPaying {
  if (row.cardId) return "card";
  return row.paymentCodeId ? "code" : "agreement";
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
    member: presentMemberDecline(declined, wayOf(root)),
  };
}

/** The record of the API; names of other tenants' members aren't disclosed. */
export function presentTenantAuthorization(row: TenantAuthorization, now: Date) {
  const { figures } = currentStatus({ root: row, target: row }, now);
  return {
    ...presentFirstAuthorization(row, now),
    refunded: presentAmount(figures.refundedMinor, row.currency),
    merchantName: row.merchantNameRaw ?? row.merchantName,
    memberName: row.memberName,
    way: wayOf(row),
    decline: declineOf(row),
  };
}

export const AUTHORIZATION_CELLS: Cells<ReturnType<typeof presentTenantAuthorization>> = {
  created_utc: ({ created }) => created,
  authorization_id: ({ authorizationId }) => presentCsvCell(authorizationId),
  record_id: ({ id }) => presentCsvCell(id),
  status: ({ status }) => presentCsvCell(status),
  decline_code: ({ decline }) => presentCsvCell(decline?.code ?? null),
  decline_reason: ({ decline }) => presentCsvCell(decline?.title ?? null),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  held: ({ capturable, currency }) => presentCsvAmount(capturable, currency),
  captured: ({ captured, currency }) => presentCsvAmount(captured, currency),
  refunded: ({ refunded, currency }) => presentCsvAmount(refunded, currency),
  merchant_id: ({ merchant }) => presentCsvCell(merchant),
  merchant: ({ merchantName }) => presentCsvCell(merchantName),
  merchant_reference: ({ merchantReference }) => presentCsvCell(merchantReference),
  paid_with: ({ way }) => presentCsvCell(way),
  paid_with_id: ({ card }) => presentCsvCell(card),
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

function presentAllMetadata({ family: { root }, increments }: AuthorizationStory) {
  return [root, ...increments].flatMap((row) => {
    const pairs = presentMetadata(row.metadata);
    return pairs ? [{ increment: row.parentId === null ? null : row.authorizationNumber, pairs }] : [];
  });
}

export function presentAuthorizationStory(story: AuthorizationStory, now: Date) {
  const { family, member, merchantName, dispute } = story;
  const { root } = family;
  const current = currentStatus(family, now);
  const { figures } = current;
  const amount = (minor: bigint) => presentAmount(minor, root.currency);
  const decision = presentRuleTrace(story.decision, root.currency, story.isOwnMember);
  const payer = story.isOwnMember ? { memberId: member.id, accountId: root.accountId } : null;
  const memberName = story.isOwnMember ? member.name : null;
  const listed = presentTenantAuthorization({ ...root, payer, merchantName, memberName }, now);
  return {
    ...listed,
    account: root.accountId,
    memberId: member.id,
    released: amount(figures.voidedMinor + figures.expiredMinor),
    canIncrement: isAllowed(current.status, "increment"),
    matchWords: matchWords(root),
    words: {
      category: root.mcc && presentCategory(root.mcc),
      mode: root.mode && presentEntryMode(root.mode),
      avsResult: root.avsResult && presentAvsResult(root.avsResult),
      cvvResult: root.cvvResult && presentCvvResult(root.cvvResult),
    },
    riskScore: root.riskScore,
    requestId: root.requestId,
    metadataOf: presentAllMetadata(story),
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
    record: presentAuthorizationWithMoves({ ...story, payer }, now),
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
