export { eraseNotes } from "./erase-notes";
export { findReport } from "./find-report";
export type { ReportRow } from "./report";
export { reportTransaction } from "./report-transaction";
export { resolveReport } from "./resolve-report";
