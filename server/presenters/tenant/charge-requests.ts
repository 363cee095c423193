import type { ListedChargeRequest } from "@/server/domain/queries";
import { presentChargeRequest } from "../rest/charge-requests";
import { presentApprovalUrl } from "../shared/approval-url";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";

/** Another tenant's member is shown by id alone. */
export function presentTenantCharge(request: ListedChargeRequest, now: Date) {
  const { id, merchantName, memberName, description, requestId } = request;
  const record = presentChargeRequest(request, now);
  const approvalUrl = record.status === "PendingApproval" ? presentApprovalUrl(id) : null;
  return { ...record, id, merchantName, memberName, description, requestId, approvalUrl };
}

export const CHARGE_REQUEST_CELLS: Cells<ReturnType<typeof presentTenantCharge>> = {
  created_utc: ({ createdAt }) => createdAt,
  charge_request_id: ({ id }) => presentCsvCell(id),
  status: ({ status }) => presentCsvCell(status),
  exceeds: ({ exceeds }) => presentCsvCell(exceeds === "maxAmount" ? "cap" : exceeds),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  merchant_id: ({ merchant }) => presentCsvCell(merchant),
  merchant: ({ merchantName }) => presentCsvCell(merchantName),
  merchant_reference: ({ merchantReference }) => presentCsvCell(merchantReference),
  member_id: ({ memberId }) => presentCsvCell(memberId),
  recurring_authorization_id: ({ recurringAuthorizationId: id }) => presentCsvCell(id),
  record_id: ({ recordId }) => presentCsvCell(recordId),
};
