export { advanceReportFile, type ReportFormat } from "./advance-report-file";
export type { ReportLine } from "./read-lines";
export {
  bindReportQueue,
  getReportFile,
  handOverReportFiles,
  keptUntil,
  linkTo,
  listOwnReportFiles,
  type OpenedReport,
  openReportFile,
  type ReportFileRow,
  type ReportKind,
  type ReportQueue,
  stateAt,
} from "./report-file";
export { requestReportFile } from "./request-report-file";
