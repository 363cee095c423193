import type { AgreementTerms } from "@/server/contracts/agreement-terms";
import {
  type AgreementRow,
  agreementStatusText,
  capOf,
  intervalOf,
  isChargeable,
  type Preflight,
  type RequestOutcome,
} from "@/server/domain/recurring";
import { presentApprovalUrl } from "../shared/approval-url";
import { presentAmount, presentDate, presentDay } from "../shared/values";
import { presentReason } from "./transactions";

/** Contract 4.5. A code that doesn't allow recurring charges denies at once. */
export function presentRequestedRecurring(outcome: RequestOutcome) {
  const { agreement } = outcome;
  if (!agreement) {
    const reason = presentReason(outcome.reasonCode, outcome.hint);
    return {
      recurringAuthorizationId: null,
      status: "Denied" as const,
      memberId: null,
      expiresAt: null,
      approvalUrl: null,
      ...reason,
    };
  }
  return {
    recurringAuthorizationId: agreement.id,
    status: agreementStatusText(agreement, agreement.createdAt),
    memberId: agreement.memberId,
    expiresAt: presentDate(agreement.expiresAt),
    approvalUrl: presentApprovalUrl(agreement.id),
    ...presentReason(null),
  };
}

export function presentTerms(agreement: AgreementRow): AgreementTerms {
  const { currency, amountMinor, endsOn, chargeLimit } = agreement;
  const amount = (minor: bigint | null) => (minor === null ? null : presentAmount(minor, currency));
  return {
    currency,
    amount: amount(amountMinor),
    cap: amount(capOf(agreement)),
    interval: intervalOf(agreement),
    endsOn: presentDay(endsOn),
    chargeLimit,
  };
}

export function presentPreflight({ agreement, amountMinor, currency, on, decision, earliestOn }: Preflight) {
  const isAllowed = decision.outcome === "approved";
  return {
    recurringAuthorizationId: agreement.id,
    allowed: isAllowed,
    on,
    amount: presentAmount(amountMinor, currency),
    currency,
    ...(isAllowed ? presentReason(null) : presentReason(decision.code, decision.hint)),
    earliestOn: presentDay(earliestOn),
  };
}

/** Contract 2.11. */
export function presentRecurring(agreement: AgreementRow, now: Date) {
  const { cap, ...terms } = presentTerms(agreement);
  return {
    id: agreement.id,
    recurringAuthorizationId: agreement.id,
    status: agreementStatusText(agreement, now),
    active: isChargeable(agreement, now),
    merchant: agreement.merchantId,
    memberId: agreement.memberId,
    paymentMethod: agreement.approvedAt ? agreement.accountId : null,
    merchantReference: agreement.merchantReference,
    description: agreement.description,
    ...terms,
    maxAmount: cap,
    timeZone: agreement.timeZone,
    nextChargeOn: isChargeable(agreement, now) ? presentDay(agreement.nextChargeOn) : null,
    charges: agreement.charges,
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
