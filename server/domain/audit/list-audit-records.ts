import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Environment, OperatorCaller, StaffCaller } from "../caller";
import { olderThan, type Page, type PageCursor, toPage } from "../page";

export interface AuditRecord {
  readonly id: string;
  readonly tenantId: string | null;
  readonly tenantTitle: string | null;
  readonly environment: Environment | null;
  readonly actor: string;
  /** Null: no person, or the network. */
  readonly userId: string | null;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly createdAt: Date;
}

interface AuditFilter {
  /** What was acted on: the word before the dot of an action, `api_key`. */
  readonly noun?: string | null;
  /** Who did it, as the record says. */
  readonly actor?: string | null;
}

/**
 * What was done, newest first: to a tenant's own people what concerns the tenant in this environment or in both, to an
 * operator everything.
 */
export async function listAuditRecords(
  caller: StaffCaller | OperatorCaller,
  input: AuditFilter & { readonly limit: number; readonly cursor: PageCursor | null },
): Promise<Page<AuditRecord>> {
  const { limit, cursor, noun = null, actor = null } = input;
  const mine =
    caller.kind === "staff"
      ? sql`a.tenant_id = ${caller.tenantId} AND (a.environment IS NULL OR a.environment = ${caller.environment}::environment)`
      : sql`true`;
  const rows = await query<AuditRecord>(
    getPool(),
    sql`SELECT a.id, a.tenant_id, t.title AS tenant_title, a.environment, a.actor, a.user_id, a.action, a.subject_kind, a.subject_id,
        a.details, a.request_id, a.created_at
      FROM audit_records a LEFT JOIN tenants t ON t.id = a.tenant_id
      WHERE ${mine} AND (${noun}::text IS NULL OR split_part(a.action, '.', 1) = ${noun})
        AND (${actor}::text IS NULL OR a.actor = ${actor}) AND ${olderThan(cursor, sql`a.created_at`, sql`a.id`)}
      ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit + 1}`,
  );
  return toPage(rows, limit, (record) => record);
}
