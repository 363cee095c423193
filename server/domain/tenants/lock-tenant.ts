import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantId } from "@/server/platform/noun-ids";
import type { NetworkCaller, TenantCaller } from "../caller";
import { DomainError } from "../errors";

export async function isSharedTenant(tenantId: TenantId, db: Queryable = getPool()): Promise<boolean> {
  const shared = await query(db, sql`SELECT 1 FROM api_keys WHERE tenant_id = ${tenantId} AND is_shared LIMIT 1`);
  return shared.length > 0;
}

/** Serializes setups, so that counts stay true. Throws `not_enabled` in live until an operator has approved the tenant. */
export async function lockTenant(
  db: Queryable,
  caller: NetworkCaller | TenantCaller,
  tenantId: TenantId,
): Promise<void> {
  const [tenant] = await query<{ liveApprovedAt: Date | null }>(
    db,
    sql`SELECT live_approved_at FROM tenants WHERE id = ${tenantId} FOR NO KEY UPDATE`,
  );
  if (!tenant || (caller.kind !== "network" && caller.tenantId !== tenantId)) {
    throw new DomainError("not_found", "No such tenant.");
  }
  if (caller.kind !== "network" && caller.environment === "live" && !tenant.liveApprovedAt) {
    throw new DomainError("not_enabled", "This tenant isn’t approved for live yet. Request it in Settings.");
  }
}

/** `lockTenant` for what needs no approval. */
export async function lockTenantRow(db: Queryable, tenantId: TenantId): Promise<void> {
  await query(db, sql`SELECT 1 FROM tenants WHERE id = ${tenantId} FOR NO KEY UPDATE`);
}

interface OwnTenant {
  readonly title: string;
  readonly timeZone: string;
}

/** `lockTenantRow` for what visitors of the public sandbox must not change. Throws `not_permitted` there. */
export async function lockOwnTenant(db: Queryable, { tenantId }: TenantCaller): Promise<OwnTenant> {
  const [tenant] = await query<OwnTenant & { readonly isShared: boolean }>(
    db,
    sql`SELECT title, time_zone, EXISTS (SELECT 1 FROM api_keys WHERE tenant_id = t.id AND is_shared) AS is_shared
      FROM tenants t WHERE id = ${tenantId} FOR NO KEY UPDATE OF t`,
  );
  if (!tenant) throw new Error("a tenant’s own row is gone");
  if (tenant.isShared) throw new DomainError("not_permitted", "This sandbox is shared. Its settings can’t be changed.");
  return tenant;
}

/** Throws `limit_reached`. */
export function requireRoom(count: number, most: number, what: string): void {
  if (count >= most) throw new DomainError("limit_reached", `You can have at most ${most} ${what}.`);
}
