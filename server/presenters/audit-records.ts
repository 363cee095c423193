import type { AuditRecord } from "@/server/domain/audit";
import { presentDate } from "./values";

export function presentAuditRecord(record: AuditRecord) {
  const { id, environment, actor, userId, action, subjectKind, subjectId, details, requestId, createdAt } = record;
  return {
    id,
    environment,
    actor,
    isPerson: userId !== null,
    action,
    subjectKind,
    subjectId,
    details: Object.entries(details).map(([name, value]) => ({ name, value: inWords(value) })),
    requestId,
    createdAt: presentDate(createdAt),
  };
}

function inWords(value: unknown): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
