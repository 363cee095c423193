export { type ReportFormat, reportsIn } from "./advance-report-file";
export type { ReportLine } from "./read-lines";
export {
  getReportFile,
  keptUntil,
  linkTo,
  type OpenedReport,
  openReportFile,
  type ReportFileRow,
  type ReportKind,
  stateAt,
} from "./report-file";
export { requestReportFile } from "./request-report-file";
