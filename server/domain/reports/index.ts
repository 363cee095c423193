export { findReport } from "./find-report";
export { listReports, type TenantReport } from "./list-reports";
export type { ReportRow } from "./report";
export { reportTransaction } from "./report-transaction";
export { resolveReport } from "./resolve-report";
