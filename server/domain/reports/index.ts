export { eraseNotes, findReport, type ReportRow, reportTransaction, resolveReport } from "./reports";
