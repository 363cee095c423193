export { type AuditRecord, listAuditRecords } from "./list-audit-records";
export { type Audited, auditPart, recordAudit, staffAuditPart } from "./record-audit";
