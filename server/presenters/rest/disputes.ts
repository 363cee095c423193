import type { Dispute } from "@/server/domain/disputes";
import { presentAmount, presentDate } from "../shared/values";

export function presentDispute(dispute: Dispute) {
  const { id, currency, reason, note, outcome, message, answer } = dispute;
  return {
    id,
    disputeId: id,
    status: dispute.closedAt === null ? ("open" as const) : ("closed" as const),
    authorizationId: dispute.authorizationNumber,
    recordId: dispute.authorizationId,
    merchant: dispute.merchantId,
    currency,
    amount: presentAmount(dispute.amountMinor, currency),
    amountReturned: presentAmount(dispute.returnedMinor, currency),
    merchantReference: dispute.merchantReference,
    member: dispute.issuedTo,
    reason,
    note,
    outcome,
    message,
    answer,
    createdAt: presentDate(dispute.createdAt),
    closedAt: presentDate(dispute.closedAt),
    answeredAt: presentDate(dispute.answeredAt),
  };
}
