import type { MemberAgreement } from "@/server/domain/queries";
import { agreementStatusText, nextChargeFrom } from "@/server/domain/recurring";
import { presentTerms } from "../rest/recurring";
import { presentApprovalUrl } from "./approval-url";
import { presentAmount, presentDate } from "./values";

/** An agreement, for the member it binds and the tenant that serves the member. */
export function presentMemberAgreement({ agreement, merchantName, takenMinor }: MemberAgreement, now: Date) {
  return {
    id: agreement.id,
    ...presentTerms(agreement),
    status: agreementStatusText(agreement, now),
    /** To pass on to the member while they are asked. */
    approvalUrl: agreementStatusText(agreement, now) === "PendingApproval" ? presentApprovalUrl(agreement.id) : null,
    merchant: merchantName,
    description: agreement.description,
    merchantReference: agreement.merchantReference,
    account: agreement.accountId,
    expiresAt: presentDate(agreement.expiresAt),
    /** Of the day that it ends on. */
    timeZone: agreement.timeZone,
    /** The moment from which it can be charged; null: any. */
    nextChargeFrom: presentDate(nextChargeFrom(agreement)),
    charges: agreement.charges,
    /** Charged so far, less what was refunded. Null: too many charges to add up. */
    taken: takenMinor === null ? null : presentAmount(takenMinor, agreement.currency),
    lastChargedAt: presentDate(agreement.lastChargedAt),
    createdAt: presentDate(agreement.createdAt),
    approvedAt: presentDate(agreement.approvedAt),
    deniedAt: presentDate(agreement.deniedAt),
    revokedAt: presentDate(agreement.revokedAt),
    revokedBy: agreement.revokedBy,
  };
}
