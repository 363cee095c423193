import type { TenantReport } from "@/server/domain/queries";
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
