import { agreementStatusText } from "@/server/domain/recurring";
import type { MemberAgreement } from "@/server/domain/stories";
import { presentTerms } from "../rest/recurring";
import { presentDate, presentDay } from "./values";

/** An agreement, for the member it binds and the tenant that serves the member. */
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
