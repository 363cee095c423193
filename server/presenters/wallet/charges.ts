import type { MemberChargeRequest } from "@/server/domain/queries";
import { capOf, chargeRequestStatusAt, nextChargeFrom } from "@/server/domain/recurring";
import { presentAmount, presentDate, presentDay } from "../shared/values";

/** A charge that a member is asked about: what they would approve is all here, and nothing else. */
export function presentCharge({ request, agreement, merchantName }: MemberChargeRequest, now: Date) {
  const { currency, amountMinor, createdAt } = request;
  const cap = capOf(agreement);
  const { nextChargeOn } = agreement;
  const from = nextChargeFrom(agreement);
  return {
    id: request.id,
    status: chargeRequestStatusAt(request, now),
    /** As it is registered. */
    merchant: merchantName,
    merchantId: request.merchantId,
    agreementId: request.agreementId,
    description: agreement.description,
    merchantReference: request.merchantReference,
    amount: presentAmount(amountMinor, currency),
    currency,
    account: request.accountId,
    /** The most a charge can take, where this one is more. */
    overCap: cap !== null && amountMinor > cap ? presentAmount(cap, currency) : null,
    /** The first day of the next charge, where this one came before. */
    dueOn: from !== null && createdAt < from ? presentDay(nextChargeOn) : null,
    createdAt: presentDate(createdAt),
    expiresAt: presentDate(request.expiresAt),
    decidedAt: presentDate(request.decidedAt),
    /** The payment, or the decline; null while it is pending. */
    transaction: request.authorizationId,
  };
}
