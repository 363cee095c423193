import { type Sql, sql } from "@/server/db/sql";
import type { Environment, OperatorCaller, StaffCaller } from "@/server/domain/caller";
import { hasText } from "@/server/domain/has-text";
import { defineList, type List } from "@/server/domain/list";
import { byText } from "@/server/domain/sort-keys";
import { PERSON_WORDS } from "@/server/domain/users";
import type { TenantId } from "@/server/platform/noun-ids";

export interface AuditRecord {
  readonly id: string;
  readonly tenantId: TenantId | null;
  readonly tenantTitle: string | null;
  readonly tenantSlug: string | null;
  readonly environment: Environment | null;
  /** Current name: a login's name and email, or the name of the tenant's own member. */
  readonly actor: string;
  readonly userId: string | null;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  /** Current name of the member, merchant, login, or invitation. */
  readonly subjectName: string | null;
  /** Current name of the member whose card, account, or agreement it is; the tenant's own members only. */
  readonly memberName: string | null;
  readonly reference: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly createdAt: Date;
}

interface AuditFilter {
  /** For operators; a tenant sees its own records. */
  readonly tenantId?: TenantId | null;
  /** A whole action, `tenant.suspended`, or its noun, `tenant`. */
  readonly action?: string | null;
  readonly noun?: string | null;
  readonly actor?: string | null;
}

/** Records name people by id, since records never change. */
const ACTOR = sql`coalesce(${PERSON_WORDS}, w.name || ' (member)', a.actor)`;

/** A tenant learns the names of its own members only. */
const withActors = (records: Sql) => sql`FROM ${records} a LEFT JOIN users u ON u.id = a.user_id
  LEFT JOIN members w ON w.id = substring(a.actor FROM '^member (.+)$') AND w.tenant_id = a.tenant_id`;

/** Tenants see what concerns them in this environment; operators see all. */
export function auditList(
  caller: StaffCaller | OperatorCaller,
  { tenantId = null, action = null, noun = null, actor = null }: AuditFilter,
): List<AuditRecord, "who" | "what"> {
  const isOwn =
    caller.kind === "staff"
      ? sql`a.tenant_id = ${caller.tenantId} AND (a.environment IS NULL OR a.environment = ${caller.environment}::environment)`
      : sql`true`;
  const what = action ?? noun;
  return defineList({
    as: sql`a`,
    own: sql`${withActors(sql`audit_records`)} WHERE ${isOwn}`,
    where: sql`(${tenantId}::text IS NULL OR a.tenant_id = ${tenantId})
      AND (${what}::text IS NULL OR a.action = ${what} OR split_part(a.action, '.', 1) = ${what})
      AND ${actor === null ? sql`true` : hasText(ACTOR, actor)}`,
    select: (found) => sql`SELECT a.id, a.tenant_id, t.title AS tenant_title, t.slug AS tenant_slug, a.environment,
        ${ACTOR} AS actor, a.user_id, a.action, a.subject_kind, a.subject_id,
        coalesce(m.name, r.name, s.email, i.email) AS subject_name, o.name AS member_name, f.reference, a.details, a.request_id,
        a.created_at
      ${withActors(found)} LEFT JOIN tenants t ON t.id = a.tenant_id
        LEFT JOIN users s ON a.subject_kind = 'user' AND s.id = a.subject_id
        LEFT JOIN members m ON a.subject_kind = 'member' AND m.id = a.subject_id
        LEFT JOIN merchants r ON a.subject_kind = 'merchant' AND r.id = a.subject_id AND r.tenant_id = a.tenant_id
        LEFT JOIN members o ON o.id = coalesce(a.details->>'member', a.details->>'memberId') AND o.tenant_id = a.tenant_id
        LEFT JOIN invitations i ON a.subject_kind = 'invitation' AND i.id = a.subject_id
        LEFT JOIN funding_references f ON a.action IN ('account.funded', 'account.funding_reversed') AND f.posting_id = a.details->>'postingId'`,
    keys: { who: byText(ACTOR), what: byText(sql`a.action`) },
  });
}
