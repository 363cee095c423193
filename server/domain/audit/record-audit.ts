import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import type {
  ApiKeyCaller,
  Environment,
  MemberCaller,
  MerchantCaller,
  NetworkCaller,
  NetworkKeyCaller,
  OperatorCaller,
  StaffCaller,
  UserCaller,
} from "../caller";
import { realTimeOf } from "../sandbox-clock";

export type AuditedCaller =
  | ApiKeyCaller
  | MerchantCaller
  | StaffCaller
  | MemberCaller
  | UserCaller
  | OperatorCaller
  | NetworkKeyCaller
  | NetworkCaller;

export interface Audited {
  /** Given if another row refers to the record. */
  readonly id?: RecordId;
  /** `noun.verbed`: `api_key.created`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  /** Defaults to the caller's tenant. */
  readonly tenantId?: TenantId | null;
  /** Null if it concerns both environments; defaults to the caller's. */
  readonly environment?: null;
  /** The change itself. Never a secret, a person's name, or free text: the subject's id leads to those. */
  readonly details?: Record<string, string | number | boolean | null | string[]>;
}

/** CTE `audit`: writes the record if and only if the guard returns its row. */
export function auditPart(caller: AuditedCaller, audited: Audited, guard: string): Sql {
  return sql`audit AS (${insertRows("audit_records", [auditRow(caller, audited)], guard)})`;
}

/** Like `auditPart`, after a comma, but only if a person is the caller: requests by key are in the request log. */
export function staffAuditPart(caller: AuditedCaller, audited: Audited, guard: string): Sql {
  return caller.kind === "staff" ? sql`, ${auditPart(caller, audited, guard)}` : sql``;
}

/** Empty unless a person is the caller. */
export function staffAuditRows(caller: AuditedCaller, audited: Audited): NewRow<"audit_records">[] {
  return caller.kind === "staff" ? [auditRow(caller, audited)] : [];
}

export function insertAuditRows(rows: readonly NewRow<"audit_records">[], guard: string): Sql {
  return insertRows("audit_records", rows, guard);
}

/** For work in a transaction: `db` must be the transaction's. */
export async function recordAudit(db: Queryable, caller: AuditedCaller, audited: Audited): Promise<void> {
  await query(db, insertRows("audit_records", [auditRow(caller, audited)], "(SELECT 1) AS work"));
}

/** Timed by the real clock, whatever a sandbox clock says. */
export function auditRow(
  caller: AuditedCaller,
  { id = newRecordId(realTimeOf(caller)), action, subject, tenantId, environment, details = {} }: Audited,
): NewRow<"audit_records"> {
  return {
    id,
    tenantId: tenantId !== undefined ? tenantId : "tenantId" in caller ? caller.tenantId : null,
    environment: environment !== undefined ? environment : environmentOf(caller),
    userId: "userId" in caller ? caller.userId : null,
    actor: actorOf(caller),
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    details,
    requestId: caller.requestId,
    createdAt: realTimeOf(caller),
  };
}

function environmentOf(caller: AuditedCaller): Environment | null {
  return "environment" in caller ? caller.environment : null;
}

function actorOf(caller: AuditedCaller): string {
  switch (caller.kind) {
    case "staff":
    case "user":
    case "operator":
      return `user ${caller.userId}`;
    case "tenant":
      return `API key ${caller.apiKeyId}`;
    case "merchant":
      return `${caller.key.kind === "api_key" ? "API key" : "merchant key"} ${caller.key.id}`;
    case "member":
      return `member ${caller.memberId}`;
    case "network_key":
      return `network key ${caller.keyId}`;
    case "network":
      return "Closed Loop";
  }
}
