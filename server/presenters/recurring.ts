import {
  type AgreementRow,
  agreementStatusText,
  capOf,
  isChargeable,
  type RequestOutcome,
} from "@/server/domain/recurring";
import { presentReason } from "./transactions";
import { presentAmount, presentDate, presentDay } from "./values";

/** Spec 4.5. A code that does not allow it denies at once. */
export function presentRequestedRecurring(outcome: RequestOutcome) {
  const { agreement } = outcome;
  if (!agreement) {
    const reason = presentReason(outcome.reasonCode);
    return { recurringAuthorizationId: null, status: "Denied" as const, memberId: null, expiresAt: null, ...reason };
  }
  return {
    recurringAuthorizationId: agreement.id,
    status: agreementStatusText(agreement, agreement.createdAt),
    memberId: agreement.memberId,
    expiresAt: presentDate(agreement.expiresAt),
    ...presentReason(null),
  };
}

/** Spec 2.11. */
export function presentRecurring(agreement: AgreementRow, now: Date) {
  const status = agreementStatusText(agreement, now);
  const amount = (minor: bigint | null) => (minor === null ? null : presentAmount(minor, agreement.currency));
  return {
    recurringAuthorizationId: agreement.id,
    status,
    active: isChargeable(agreement, now),
    merchant: agreement.merchantId,
    memberId: agreement.memberId,
    paymentMethod: agreement.approvedAt ? agreement.accountId : null,
    merchantReference: agreement.merchantReference,
    description: agreement.description,
    currency: agreement.currency,
    amount: amount(agreement.amountMinor),
    maxAmount: amount(capOf(agreement)),
    interval: agreement.interval,
    endsOn: presentDay(agreement.endsOn),
    nextChargeOn: isChargeable(agreement, now) ? presentDay(agreement.nextChargeOn) : null,
    charges: agreement.charges,
    chargeLimit: agreement.chargeLimit,
    firstApproved: presentDate(agreement.firstChargedAt),
    lastUsed: presentDate(agreement.lastChargedAt),
    createdAt: presentDate(agreement.createdAt),
    expiresAt: presentDate(agreement.expiresAt),
    approvedAt: presentDate(agreement.approvedAt),
    deniedAt: presentDate(agreement.deniedAt),
    revokedAt: presentDate(agreement.revokedAt),
    revokedBy: agreement.revokedBy,
    revokeReason: agreement.revokeReason,
  };
}
