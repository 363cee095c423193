import { presentAuditRecord } from "./audit-records";
import { presentCsvCell } from "./csv";
import { type Cells, presentListCsv } from "./list-csv";

type Shown = ReturnType<typeof presentAuditRecord>;

const WHO: Cells<Shown> = {
  created_utc: ({ createdAt }) => createdAt,
  audit_id: ({ id }) => presentCsvCell(id),
  actor: ({ actor }) => presentCsvCell(actor),
};

const WHAT: Cells<Shown> = {
  action: ({ action }) => presentCsvCell(action),
  subject_kind: ({ subjectKind }) => presentCsvCell(subjectKind),
  subject_id: ({ subjectId }) => presentCsvCell(subjectId),
  details: ({ details }) => presentCsvCell(details.map(({ name, value }) => `${name}: ${value}`).join(", ")),
  request_id: ({ requestId }) => presentCsvCell(requestId),
};

export const AUDIT_CSV = presentListCsv(presentAuditRecord, { ...WHO, ...WHAT });

export const NETWORK_AUDIT_CSV = presentListCsv(presentAuditRecord, {
  ...WHO,
  tenant: ({ tenantTitle }) => presentCsvCell(tenantTitle),
  ...WHAT,
});
