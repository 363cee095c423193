import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { Environment, OperatorCaller, StaffCaller } from "@/server/domain/caller";
import { olderThan, type Page, type PageInput, toPage } from "@/server/domain/page";
import type { TenantId } from "@/server/platform/noun-ids";

export interface AuditRecord {
  readonly id: string;
  readonly tenantId: TenantId | null;
  readonly tenantTitle: string | null;
  readonly tenantSlug: string | null;
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

/** Narrow a list; what is not given narrows nothing. */
export interface AuditFilter {
  readonly tenantId?: TenantId | undefined;
  /** All of it, `tenant.suspended`, or its noun, `tenant`. */
  readonly action?: string | undefined;
  /** A part of who did it, as the record has it. */
  readonly actor?: string | undefined;
}

/**
 * What was done, newest first: to a tenant's own people what concerns the tenant in this environment or in both, to an
 * operator everything.
 */
export async function listAuditRecords(
  caller: StaffCaller | OperatorCaller,
  { limit, cursor, ...filter }: AuditFilter & PageInput,
): Promise<Page<AuditRecord>> {
  const mine =
    caller.kind === "staff"
      ? sql`a.tenant_id = ${caller.tenantId} AND (a.environment IS NULL OR a.environment = ${caller.environment}::environment)`
      : sql`true`;
  const rows = await query<AuditRecord>(
    getPool(),
    sql`SELECT a.id, a.tenant_id, t.title AS tenant_title, t.slug AS tenant_slug, a.environment, a.actor, a.user_id, a.action, a.subject_kind, a.subject_id,
        a.details, a.request_id, a.created_at
      FROM audit_records a LEFT JOIN tenants t ON t.id = a.tenant_id
      WHERE ${mine} AND ${matching(filter)} AND ${olderThan(cursor, sql`a.created_at`, sql`a.id`)}
      ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit + 1}`,
  );
  return toPage(rows, limit, (record) => record);
}

function matching(filter: AuditFilter): Sql {
  const [tenantId, action, actor] = [filter.tenantId ?? null, filter.action ?? null, filter.actor ?? null];
  return sql`(${tenantId}::text IS NULL OR a.tenant_id = ${tenantId})
    AND (${action}::text IS NULL OR a.action = ${action} OR split_part(a.action, '.', 1) = ${action})
    AND (${actor}::text IS NULL OR strpos(lower(a.actor), lower(${actor})) > 0)`;
}
