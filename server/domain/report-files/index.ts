export { advanceReportFile, type ReportFormat } from "./advance-report-file";
export { getReportFile, listOwnReportFiles } from "./find-report-files";
export { bindReportQueue, handOverReportFiles, type ReportQueue } from "./hand-over-report-files";
export type { ReportLine } from "./read-lines";
export { type OpenedReport, openReportFile } from "./read-report-file";
export { keptUntil, linkTo, type ReportFileRow, type ReportKind, stateAt } from "./report-file";
export { requestReportFile } from "./request-report-file";
