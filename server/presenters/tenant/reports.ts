import type { TenantReport } from "@/server/domain/queries";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentAmount, presentDate } from "../shared/values";

/** `authorization` is the record id, `authorizationId` the 7-digit number. */
export function presentReport(report: TenantReport) {
  return {
    id: report.id,
    authorization: report.authorizationId,
    authorizationId: report.authorizationNumber,
    merchantId: report.merchantId,
    merchant: report.merchantName,
    amount: presentAmount(report.amountMinor, report.currency),
    currency: report.currency,
    isApproved: report.outcome === "approved",
    memberId: report.memberId,
    memberName: report.memberName,
    note: report.note,
    createdAt: presentDate(report.createdAt),
    resolvedAt: presentDate(report.resolvedAt),
    resolvedBy: report.resolvedByEmail,
  };
}

export const REPORT_CELLS: Cells<ReturnType<typeof presentReport>> = {
  created_utc: ({ createdAt }) => createdAt,
  report_id: ({ id }) => presentCsvCell(id),
  authorization_id: ({ authorizationId }) => presentCsvCell(authorizationId),
  record_id: ({ authorization }) => presentCsvCell(authorization),
  merchant: ({ merchant }) => presentCsvCell(merchant),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  member_id: ({ memberId }) => presentCsvCell(memberId),
  member: ({ memberName }) => presentCsvCell(memberName),
  note: ({ note }) => presentCsvCell(note),
  resolved_utc: ({ resolvedAt }) => presentCsvCell(resolvedAt),
  resolved_by: ({ resolvedBy }) => presentCsvCell(resolvedBy),
};
