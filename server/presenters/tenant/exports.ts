import type { ListedReportFile } from "@/server/domain/queries";
import { presentReportFile } from "../rest/reports";

/** Without the link to its file, which is made when it is followed. */
export function presentExport(file: ListedReportFile) {
  const { fileUrl, fileUrlExpiresAt, ...record } = presentReportFile(file);
  return { ...record, merchantName: file.merchantName, askedBy: file.askedBy };
}
