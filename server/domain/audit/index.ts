export { findChangedMeanwhile } from "./changed-meanwhile";
export { findLatest } from "./find-latest";
export {
  type Audited,
  auditPart,
  auditRow,
  insertAuditRows,
  recordAudit,
  staffAuditPart,
  staffAuditRows,
} from "./record-audit";
export { sumAuditedAmounts } from "./sum-audited-amounts";
