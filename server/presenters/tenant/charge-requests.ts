import type { TenantChargeRequest } from "@/server/domain/queries";
import { chargeRequestStatusAt } from "@/server/domain/recurring";
import { presentApprovalUrl } from "../shared/approval-url";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentAmount, presentDate } from "../shared/values";

export function presentTenantCharge(story: TenantChargeRequest, now: Date) {
  const { request, merchantName, memberName, description, authorizationNumber } = story;
  const { id, merchantId, memberId, agreementId, authorizationId, amountMinor, currency } = request;
  const status = chargeRequestStatusAt(request, now);
  return {
    id,
    status,
    agreementId,
    currency,
    description,
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

export const CHARGE_REQUEST_CELLS: Cells<ReturnType<typeof presentTenantCharge>> = {
  created_utc: ({ createdAt }) => createdAt,
  charge_request_id: ({ id }) => presentCsvCell(id),
  status: ({ status }) => presentCsvCell(status),
  exceeds: ({ exceeds }) => presentCsvCell(exceeds),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  merchant_id: ({ merchant }) => presentCsvCell(merchant.id),
  merchant: ({ merchant }) => presentCsvCell(merchant.name),
  merchant_reference: ({ merchantReference }) => presentCsvCell(merchantReference),
  member_id: ({ member }) => presentCsvCell(member.id),
  recurring_authorization_id: ({ agreementId }) => presentCsvCell(agreementId),
  record_id: ({ authorization }) => presentCsvCell(authorization?.id ?? null),
};
