import type { TenantChargeRequest } from "@/server/domain/queries";
import { chargeRequestStatusAt } from "@/server/domain/recurring";
import { presentApprovalUrl } from "../shared/approval-url";
import { presentAmount, presentDate } from "../shared/values";

export function presentTenantCharge(story: TenantChargeRequest, now: Date) {
  const { request, merchantName, memberName, description, authorizationNumber } = story;
  const { id, merchantId, memberId, agreementId, authorizationId, amountMinor, currency } = request;
  const status = chargeRequestStatusAt(request, now);
  return {
    ...{ id, status, agreementId, currency, description },
    merchant: { id: merchantId, name: merchantName },
    /** Null for another tenant's member. */
    member: { id: memberId, name: memberName },
    amount: presentAmount(amountMinor, currency),
    merchantReference: request.merchantReference,
    /** The agreement terms it would break: its cap, or its next due date. */
    exceeds: request.exceeds,
    requestId: request.requestId,
    createdAt: presentDate(request.createdAt),
    expiresAt: presentDate(request.expiresAt),
    decidedAt: presentDate(request.decidedAt),
    approvalUrl: status === "PendingApproval" ? presentApprovalUrl(id) : null,
    authorization: authorizationId === null ? null : { id: authorizationId, number: authorizationNumber ?? "" },
  };
}
