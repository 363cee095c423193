import {
  atTime,
  familyFigures,
  holdLeft,
  type MemberTransaction,
  type MemberTransactionHistory,
  statusOf,
} from "@/server/domain/authorizations";
import type { MemberAccount } from "@/server/domain/members";
import { type MemberCode, nextUseBefore, statusText, usesAllowed, usesRemaining } from "@/server/domain/payment-codes";
import { agreementStatusText, type MemberAgreement } from "@/server/domain/recurring";
import type { ReportRow } from "@/server/domain/reports";
import { presentDecline } from "./member-declines";
import { presentStory } from "./member-story";
import { presentTerms } from "./recurring";
import { presentAmount, presentDate, presentDay } from "./values";

/** What the wallet shows a member of its own. */

export function presentAccount({ id, currency, postedMinor, heldMinor, creditLimitMinor }: MemberAccount) {
  return {
    id,
    currency,
    available: presentAmount(postedMinor - heldMinor + creditLimitMinor, currency),
    held: presentAmount(heldMinor, currency),
    posted: presentAmount(postedMinor, currency),
  };
}

export function presentActivity({ root, merchantName }: MemberTransaction, now: Date) {
  const { currency } = root;
  const amount = (minor: bigint) => presentAmount(minor, currency);
  const isApproved = root.outcome === "approved";
  const figures = atTime(familyFigures(root), root.expiresAt, now);
  const hold = isApproved ? holdLeft(figures) : 0n;
  const taken = figures.capturedMinor - figures.refundedMinor;
  return {
    id: root.id,
    status: statusOf(root, figures),
    merchant: root.merchantNameRaw ?? merchantName,
    currency,
    /** What it comes to now: held plus taken. Of one that came to nothing what was taken and given back, or asked for. */
    amount: amount(isApproved ? hold + taken || figures.capturedMinor || root.amountMinor : root.amountMinor),
    held: amount(hold),
    captured: amount(isApproved ? figures.capturedMinor : 0n),
    refunded: amount(isApproved ? figures.refundedMinor : 0n),
    isOut: isApproved && hold + taken > 0n,
    paidWith: root.cardId ? ("card" as const) : root.paymentCodeId ? ("code" as const) : ("agreement" as const),
    createdAt: presentDate(root.createdAt),
  };
}

export function presentMemberTransaction(history: MemberTransactionHistory, report: ReportRow | null, now: Date) {
  const { root, merchantName } = history;
  const summary = presentActivity({ root, merchantName }, now);
  const amount = (minor: bigint) => presentAmount(minor, root.currency);
  return {
    ...summary,
    merchantId: root.merchantId,
    asked: amount(root.outcome === "approved" ? root.familyAmountMinor : root.amountMinor),
    authorizationId: root.authorizationNumber,
    approvalCode: root.approvalCode,
    merchantReference: root.merchantReference,
    account: root.accountId,
    cardId: root.cardId,
    paymentCodeId: root.paymentCodeId,
    agreementId: root.agreementId,
    heldUntil: summary.held > 0 ? presentDate(root.expiresAt) : null,
    decline: presentDecline(root, summary.paidWith),
    story: presentStory(history, now),
    reportedAt: presentDate(report?.createdAt ?? null),
    isReportRead: report?.resolvedAt != null,
  };
}

export function presentMemberCode({ row, merchantName }: MemberCode, now: Date) {
  return {
    id: row.id,
    status: statusText(row, now),
    account: row.accountId,
    merchant: merchantName,
    currency: row.currency,
    maxAmount: row.maxAmountMinor === null ? null : presentAmount(row.maxAmountMinor, row.currency),
    isRecurring: row.isRecurring,
    interval: row.recurringInterval,
    thru: presentDay(row.recurringThru),
    uses: row.uses,
    usesAllowed: usesAllowed(row),
    usesRemaining: usesRemaining(row, now),
    nextUseOn: presentDay(row.nextUseOn),
    hint: row.displayHint,
    isOwn: row.origin === "member",
    createdAt: presentDate(row.createdAt),
    expiresAt: presentDate(nextUseBefore(row)),
    lastUsedAt: presentDate(row.lastUsedAt),
    revokedAt: presentDate(row.revokedAt),
  };
}

export function presentMemberAgreement({ agreement, merchantName }: MemberAgreement, now: Date) {
  return {
    id: agreement.id,
    ...presentTerms(agreement),
    status: agreementStatusText(agreement, now),
    merchant: merchantName,
    description: agreement.description,
    merchantReference: agreement.merchantReference,
    account: agreement.accountId,
    expiresAt: presentDate(agreement.expiresAt),
    nextChargeOn: presentDay(agreement.nextChargeOn),
    charges: agreement.charges,
    lastChargedAt: presentDate(agreement.lastChargedAt),
    createdAt: presentDate(agreement.createdAt),
    approvedAt: presentDate(agreement.approvedAt),
    deniedAt: presentDate(agreement.deniedAt),
    revokedAt: presentDate(agreement.revokedAt),
    revokedBy: agreement.revokedBy,
  };
}
