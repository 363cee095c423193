import type { AuditRecord } from "@/server/domain/queries";
import { presentCsvCell } from "./csv";
import type { Cells } from "./list-csv";
import { presentDate } from "./values";

const MAX_LISTED = 12;

export function presentAuditRecord(record: AuditRecord) {
  const { userId, subjectName, reference, details, createdAt, ...shown } = record;
  const isNamed = record.subjectKind === "member" || record.subjectKind === "merchant";
  const called = isNamed ? { name: subjectName } : { email: subjectName };
  const said = { ...(subjectName === null ? {} : called), ...details, ...(reference === null ? {} : { reference }) };
  return {
    ...shown,
    isPerson: userId !== null,
    details: Object.entries(said).map(([name, value]) => ({ name, value: inWords(value) })),
    createdAt: presentDate(createdAt),
  };
}

function inWords(value: unknown): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (!Array.isArray(value)) return String(value);
  return value.length > MAX_LISTED ? `${value.length} entries` : value.join(", ");
}

type ShownRecord = ReturnType<typeof presentAuditRecord>;

const WHO: Cells<ShownRecord> = {
  created_utc: ({ createdAt }) => createdAt,
  audit_id: ({ id }) => presentCsvCell(id),
  actor: ({ actor }) => presentCsvCell(actor),
};

const WHAT: Cells<ShownRecord> = {
  action: ({ action }) => presentCsvCell(action),
  subject_kind: ({ subjectKind }) => presentCsvCell(subjectKind),
  subject_id: ({ subjectId }) => presentCsvCell(subjectId),
  details: ({ details }) => presentCsvCell(details.map(({ name, value }) => `${name}: ${value}`).join(", ")),
  request_id: ({ requestId }) => presentCsvCell(requestId),
};

export const AUDIT_CELLS: Cells<ShownRecord> = { ...WHO, ...WHAT };

export const NETWORK_AUDIT_CELLS: Cells<ShownRecord> = {
  ...WHO,
  tenant: ({ tenantTitle }) => presentCsvCell(tenantTitle),
  ...WHAT,
};
