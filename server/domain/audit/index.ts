export { type Audited, auditPart, insertAuditRows, recordAudit, staffAuditPart, staffAuditRows } from "./record-audit";
