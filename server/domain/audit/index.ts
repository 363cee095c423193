export { type Audited, auditPart, recordAudit, staffAuditPart, staffAuditRows } from "./record-audit";
