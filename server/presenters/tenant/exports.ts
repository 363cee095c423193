import type { TenantReportFile } from "@/server/domain/queries";
import { presentReportFile } from "../rest/reports";

export function presentExport(file: TenantReportFile) {
  const { reportId: id, kind, created, status, progress, bytes, createdAt, expiresAt } = presentReportFile(file);
  return {
    id,
    kind,
    status,
    ...progress,
    bytes,
    createdAt,
    expiresAt,
    from: created.gte,
    before: created.lt,
    merchant: file.merchantId === null ? null : { id: file.merchantId, name: file.merchantName ?? "" },
    askedBy: file.askedBy,
  };
}
