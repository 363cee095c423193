import type { TenantDispute } from "@/server/domain/queries";
import { presentDispute } from "../rest/disputes";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";

/** Another tenant's member is shown by id alone. */
export function presentTenantDispute(dispute: TenantDispute) {
  const { memberId, memberName, closedByName: closedBy } = dispute;
  return { ...presentDispute(dispute), merchantName: dispute.merchantName, memberId, memberName, closedBy };
}

export const DISPUTE_CELLS: Cells<ReturnType<typeof presentTenantDispute>> = {
  created_utc: ({ createdAt }) => createdAt,
  dispute_id: ({ id }) => presentCsvCell(id),
  status: ({ status }) => status,
  authorization_id: ({ authorizationId }) => presentCsvCell(authorizationId),
  record_id: ({ recordId }) => presentCsvCell(recordId),
  merchant: ({ merchantName }) => presentCsvCell(merchantName),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  amount_returned: ({ amountReturned, currency }) => presentCsvAmount(amountReturned, currency),
  member_id: ({ memberId }) => presentCsvCell(memberId),
  member: ({ memberName }) => presentCsvCell(memberName),
  reason: ({ reason }) => presentCsvCell(reason),
  note: ({ note }) => presentCsvCell(note),
  closed_utc: ({ closedAt }) => presentCsvCell(closedAt),
  closed_by: ({ closedBy }) => presentCsvCell(closedBy),
  outcome: ({ outcome }) => presentCsvCell(outcome),
  message: ({ message }) => presentCsvCell(message),
  answered_utc: ({ answeredAt }) => presentCsvCell(answeredAt),
  answer: ({ answer }) => presentCsvCell(answer),
};
