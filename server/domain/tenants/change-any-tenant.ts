import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { findAskedTier, isHigherTier, requestApproval } from "../approvals";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import { hasDemoLogins, hasUnprovedOwner } from "../users";
import type { Tenant } from "./change-tenant";

interface LockedTenant extends Pick<Tenant, "title" | "status" | "rateLimitTier" | "liveAskedAt" | "liveApprovedAt"> {
  readonly id: TenantId;
}

type TenantInput = { readonly slug: string };

/**
 * While suspended: no new holds from the next request on (403 `tenant_suspended`) and no settlement; captures of existing
 * holds, voids, and refunds continue. In both environments. Idempotent. Throws `not_found`.
 */
export async function setTenantStatus(
  caller: OperatorCaller,
  { slug, status }: TenantInput & { readonly status: Tenant["status"] },
): Promise<void> {
  await inPrismaTransaction(async (db) => {
    const tenant = await lockTenantBySlug(db, slug);
    if (tenant.status === status) return;
    await db.tenant.update({ where: { id: tenant.id }, data: { status } });
    const action = status === "suspended" ? "tenant.suspended" : "tenant.reactivated";
    await record(db, caller, tenant, action);
  });
}

/**
 * Sets the rate limit of the tenant's keys from the next request on. For a live tenant, a tier above `standard` changes nothing
 * yet: it becomes a request, once, which another operator decides. Throws `not_found`.
 */
export async function setTenantTier(
  caller: OperatorCaller,
  { slug, tier }: TenantInput & { readonly tier: Tenant["rateLimitTier"] },
): Promise<{ readonly awaits: RecordId | null }> {
  return inPrismaTransaction(async (db) => {
    const tenant = await lockTenantBySlug(db, slug);
    const { id: tenantId, rateLimitTier, liveApprovedAt } = tenant;
    if (rateLimitTier === tier) return { awaits: null };
    if (!liveApprovedAt || !isHigherTier(rateLimitTier, tier)) {
      await writeTier(db, caller, tenant, tier);
      return { awaits: null };
    }
    // A tier concerns both environments; its request is listed in live.
    const inLive = { ...caller, environment: "live" } as const;
    const asked = await findAskedTier(db, inLive, { tenantId, tier });
    return { awaits: asked ?? (await requestApproval(db, inLive, { tenantId, change: { kind: "tier", tier } })) };
  });
}

/** Must run in the transaction of the second operator's decision. */
export async function writeApprovedTier(
  db: Queryable,
  caller: OperatorCaller,
  input: { readonly tenantId: TenantId; readonly tier: Tenant["rateLimitTier"]; readonly askedBy: RecordId },
): Promise<void> {
  const { tenantId, tier, askedBy } = input;
  const tenant = await lockTenantBy(db, sql`id = ${tenantId}`);
  if (tenant.rateLimitTier !== tier) await writeTier(db, caller, tenant, tier, { askedBy });
}

async function writeTier(
  db: Queryable,
  caller: OperatorCaller,
  tenant: LockedTenant,
  tier: Tenant["rateLimitTier"],
  details: Record<string, string> = {},
): Promise<void> {
  await query(db, sql`UPDATE tenants SET rate_limit_tier = ${tier}::rate_limit_tier WHERE id = ${tenant.id}`);
  await record(db, caller, tenant, "tenant.tier_changed", { from: tenant.rateLimitTier, to: tier, ...details });
}

/**
 * Allows live keys. Refused where a publicly known login can sign in (design 7), where an owner's email is unproved, and for a
 * tier that needs a second operator in live. Throws `not_found`, `live_not_approvable`. `alongside` is part of the same
 * query.
 */
export async function approveTenant(
  caller: OperatorCaller,
  { slug }: TenantInput,
  alongside: (tenantId: TenantId, work: string) => Sql,
): Promise<void> {
  await inPrismaTransaction(async (db) => {
    const tenant = await lockTenantBySlug(db, slug);
    if (tenant.liveApprovedAt) return;
    if (!tenant.liveAskedAt) throw new DomainError("live_not_approvable", "This tenant hasn’t requested live access.");
    if (await hasDemoLogins(db)) {
      throw new DomainError(
        "live_not_approvable",
        "Remove the demo logins first. A tenant can’t go live while their passwords are public.",
      );
    }
    if (isHigherTier("standard", tenant.rateLimitTier)) {
      throw new DomainError(
        "live_not_approvable",
        "Lower its tier to standard first. Once it’s live, another operator approves a higher one.",
      );
    }
    if (await hasUnprovedOwner(db, tenant.id)) {
      throw new DomainError("live_not_approvable", "An owner of this tenant hasn’t confirmed their email yet.");
    }
    const approve = sql`UPDATE tenants SET live_approved_at = ${caller.now} WHERE id = ${tenant.id} RETURNING 1`;
    await query(db, sql`WITH approved AS (${approve}), ${alongside(tenant.id, "approved")} SELECT 1`);
    await record(db, caller, tenant, "tenant.approved_for_live");
  });
}

function lockTenantBySlug(db: Queryable, slug: string): Promise<LockedTenant> {
  return lockTenantBy(db, sql`slug = ${slug}`);
}

async function lockTenantBy(db: Queryable, isIt: Sql): Promise<LockedTenant> {
  const [tenant] = await query<LockedTenant>(
    db,
    sql`SELECT id, title, status, rate_limit_tier, live_asked_at, live_approved_at FROM tenants
      WHERE ${isIt} FOR NO KEY UPDATE`,
  );
  if (!tenant) throw new DomainError("not_found", "No such tenant.");
  return tenant;
}

async function record(
  db: Queryable,
  caller: OperatorCaller,
  { id, title }: LockedTenant,
  action: string,
  details: Record<string, string> = {},
): Promise<void> {
  const subject = { kind: "tenant", id };
  await recordAudit(db, caller, { action, subject, tenantId: id, environment: null, details: { title, ...details } });
}
