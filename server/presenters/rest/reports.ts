import { keptUntil, linkTo, type ReportFileRow, stateAt } from "@/server/domain/report-files";
import { now } from "@/server/platform/clock";
import { publicUrl } from "@/server/platform/env";
import { presentDate } from "../shared/values";

/** A new link on each call, valid for a quarter of an hour. */
export function presentReportLink(file: ReportFileRow, realNow: Date) {
  if (stateAt(file, realNow) !== "done") return { fileUrl: null, fileUrlExpiresAt: null };
  const { fileId, expires, signature } = linkTo(file, realNow);
  const query = new URLSearchParams({ expires, signature });
  return {
    fileUrl: publicUrl(`/files/reports/${fileId}?${query}`),
    fileUrlExpiresAt: presentDate(new Date(Number(expires) * 1000)),
  };
}

/** Links and files expire by real time, even in a sandbox with its own clock. */
export function presentReportFile(file: ReportFileRow) {
  const realNow = now();
  const status = stateAt(file, realNow);
  const isMade = file.state === "done";
  return {
    id: file.id,
    reportId: file.id,
    kind: file.kind,
    format: "csv" as const,
    created: { gte: presentDate(file.createdFrom), lt: presentDate(file.createdBefore) },
    merchant: file.merchantId,
    currency: file.currency,
    status,
    progress: { rows: file.rowCount, of: isMade ? file.rowCount : file.totalCount },
    bytes: isMade ? Number(file.byteCount) : null,
    ...presentReportLink(file, realNow),
    requestedBy: file.userId === null ? ("key" as const) : ("person" as const),
    createdAt: presentDate(file.createdAt),
    finishedAt: presentDate(file.finishedAt),
    expiresAt: presentDate(keptUntil(file)),
  };
}
