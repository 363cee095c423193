import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { TenantId } from "@/server/platform/noun-ids";
import type { OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import { hasText } from "../has-text";
import { defineList, type List } from "../list";
import { byNumber, byText } from "../sort-keys";
import type { Tenant } from "./change-tenant";

/** Counts are of the operator's environment. */
export interface ListedTenant extends Tenant {
  readonly id: TenantId;
  readonly merchantCount: number;
  readonly memberCount: number;
  readonly keyCount: number;
}

interface TenantFilter {
  readonly search: string | null;
  readonly status: Tenant["status"] | null;
  readonly tier: Tenant["rateLimitTier"] | null;
  readonly live: "asked" | "approved" | "sandbox" | null;
}

const MAX_COUNTED = 1_000;

export function tenantList(
  caller: OperatorCaller,
  { search, status, tier, live }: TenantFilter,
): List<ListedTenant, "name" | "status" | "tier"> {
  return defineList({
    as: sql`t`,
    own: sql`FROM tenants t WHERE true`,
    where: sql`(${search}::text IS NULL OR ${hasText(sql`t.title`, search ?? "")}
        OR strpos(t.slug, lower(${search})) > 0 OR t.id = ${search})
      AND (${status}::tenant_status IS NULL OR t.status = ${status}::tenant_status)
      AND (${tier}::rate_limit_tier IS NULL OR t.rate_limit_tier = ${tier}::rate_limit_tier)
      AND (${live}::text IS NULL OR ${live} = CASE WHEN t.live_approved_at IS NOT NULL THEN 'approved'
        WHEN t.live_asked_at IS NOT NULL THEN 'asked' ELSE 'sandbox' END)`,
    select: (found) => select(caller, found),
    keys: {
      name: byText(sql`t.title`),
      status: byText(sql`t.status`),
      // In the order of the enum, smallest first.
      tier: byNumber(sql`array_position(enum_range(NULL::rate_limit_tier), t.rate_limit_tier)`),
    },
  });
}

/** Throws `not_found`. */
export async function getTenantBySlug(caller: OperatorCaller, input: { readonly slug: string }): Promise<ListedTenant> {
  const [tenant] = await query<ListedTenant>(
    getPool(),
    sql`${select(caller, sql`tenants`)} WHERE t.slug = ${input.slug}`,
  );
  if (!tenant) throw new DomainError("not_found", "No such tenant.");
  return tenant;
}

export interface LiveRequest {
  readonly slug: string;
  readonly title: string;
  readonly liveAskedAt: Date;
}

const MAX_WAITING = 100;

export function listLiveRequests(_caller: OperatorCaller): Promise<LiveRequest[]> {
  return query<LiveRequest>(
    getPool(),
    sql`SELECT slug, title, live_asked_at FROM tenants WHERE live_asked_at IS NOT NULL AND live_approved_at IS NULL
      ORDER BY live_asked_at, id LIMIT ${MAX_WAITING}`,
  );
}

function select({ environment }: OperatorCaller, tenants: Sql): Sql {
  const count = (from: Sql) =>
    sql`(SELECT count(*)::int FROM (SELECT 1 FROM ${from} WHERE x.tenant_id = t.id
      AND x.environment = ${environment}::environment LIMIT ${MAX_COUNTED}) counted)`;
  return sql`SELECT t.id, t.slug, t.title, t.status, t.rate_limit_tier, t.live_asked_at, t.live_approved_at, t.keeps_live_bodies,
      t.time_zone, t.created_at, ${count(sql`merchants x`)} AS merchant_count, ${count(sql`members x`)} AS member_count,
      (SELECT count(*)::int FROM api_keys k WHERE k.tenant_id = t.id AND k.revoked_at IS NULL
        AND k.environment = ${environment}::environment) AS key_count
    FROM ${tenants} t`;
}
