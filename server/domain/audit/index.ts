export { type AuditRecord, listAuditRecords } from "./list-audit-records";
export { auditPart, recordAudit } from "./record-audit";
