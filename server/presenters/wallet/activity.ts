import { atTime, familyFigures, holdLeft, matchWords, statusOf } from "@/server/domain/authorizations";
import type { DisputeRow } from "@/server/domain/disputes";
import type { MemberTransaction, MemberTransactionHistory } from "@/server/domain/queries";
import { presentMemberDecline } from "../shared/declines";
import { presentAmount, presentDate } from "../shared/values";
import { presentStory } from "./story";

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
    /** The amount held, or captured and not refunded. If that is zero, what was once captured, or else requested. */
    amount: amount(isApproved ? hold + taken || figures.capturedMinor || root.amountMinor : root.amountMinor),
    held: amount(hold),
    captured: amount(isApproved ? figures.capturedMinor : 0n),
    refunded: amount(isApproved ? figures.refundedMinor : 0n),
    isOut: isApproved && hold + taken > 0n,
    paidWith: root.cardId ? ("card" as const) : root.paymentCodeId ? ("code" as const) : ("agreement" as const),
    matchWords: matchWords(root),
    createdAt: presentDate(root.createdAt),
  };
}

export function presentMemberTransaction(history: MemberTransactionHistory, dispute: DisputeRow | null, now: Date) {
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
    account: { id: root.accountId, currency: history.accountCurrency },
    cardId: root.cardId,
    paymentCodeId: root.paymentCodeId,
    agreementId: root.agreementId,
    heldUntil: summary.held > 0 ? presentDate(root.expiresAt) : null,
    decline: presentMemberDecline({ ...root, decision: history.decision }, summary.paidWith),
    story: presentStory(history, now),
    dispute: dispute && {
      reason: dispute.reason,
      note: dispute.note,
      outcome: dispute.outcome,
      message: dispute.message,
      answer: dispute.answer,
      openedAt: presentDate(dispute.createdAt),
      closedAt: presentDate(dispute.closedAt),
      canAnswer: dispute.outcome !== null && dispute.answeredAt === null,
    },
  };
}
