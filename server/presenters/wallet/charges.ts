import type { MemberChargeRequest } from "@/server/domain/queries";
import { capOf, chargeRequestStatusAt, nextChargeFrom } from "@/server/domain/recurring";
import { presentAmount, presentDate, presentDay } from "../shared/values";

/** Contains everything that the member would approve, and nothing else. */
export function presentCharge({ agreement, ...request }: MemberChargeRequest, now: Date) {
  const { currency, amountMinor, createdAt } = request;
  const cap = capOf(agreement);
  const { nextChargeOn } = agreement;
  const from = nextChargeFrom(agreement);
  return {
    id: request.id,
    status: chargeRequestStatusAt(request, now),
    merchant: request.merchantName,
    merchantId: request.merchantId,
    agreementId: request.agreementId,
    description: agreement.description,
    merchantReference: request.merchantReference,
    amount: presentAmount(amountMinor, currency),
    currency,
    account: request.accountId,
    overCap: cap !== null && amountMinor > cap ? presentAmount(cap, currency) : null,
    /** The first day of the next charge, if this one came too early. */
    dueOn: from !== null && createdAt < from ? presentDay(nextChargeOn) : null,
    createdAt: presentDate(createdAt),
    expiresAt: presentDate(request.expiresAt),
    decidedAt: presentDate(request.decidedAt),
    transaction: request.authorizationId,
  };
}
