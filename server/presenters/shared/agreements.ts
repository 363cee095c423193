import type { MemberAgreement } from "@/server/domain/queries";
import { agreementStatusText, nextChargeFrom } from "@/server/domain/recurring";
import { presentTerms } from "../rest/recurring";
import { presentApprovalUrl } from "./approval-url";
import { presentAmount, presentDate } from "./values";

export function presentMemberAgreement({ merchantName, takenMinor, ...agreement }: MemberAgreement, now: Date) {
  return {
    id: agreement.id,
    ...presentTerms(agreement),
    status: agreementStatusText(agreement, now),
    approvalUrl: agreementStatusText(agreement, now) === "PendingApproval" ? presentApprovalUrl(agreement.id) : null,
    merchant: merchantName,
    description: agreement.description,
    merchantReference: agreement.merchantReference,
    account: agreement.accountId,
    expiresAt: presentDate(agreement.expiresAt),
    timeZone: agreement.timeZone,
    /** When it can be charged next; null for any time. */
    nextChargeFrom: presentDate(nextChargeFrom(agreement)),
    charges: agreement.charges,
    /** Charged so far, minus refunds. Null if there are too many charges to add up. */
    taken: takenMinor === null ? null : presentAmount(takenMinor, agreement.currency),
    lastChargedAt: presentDate(agreement.lastChargedAt),
    createdAt: presentDate(agreement.createdAt),
    approvedAt: presentDate(agreement.approvedAt),
    deniedAt: presentDate(agreement.deniedAt),
    revokedAt: presentDate(agreement.revokedAt),
    revokedBy: agreement.revokedBy,
  };
}
