export { type Audited, auditPart, recordAudit, staffAuditPart } from "./record-audit";
