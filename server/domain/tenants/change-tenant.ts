import type { NewRow } from "@/server/db/insert-rows";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, StaffCaller } from "../caller";
import { requireProvedEmail } from "../users";
import { lockOwnTenant } from "./lock-tenant";

export interface Tenant {
  readonly id: TenantId;
  readonly slug: string;
  readonly title: string;
  readonly status: "active" | "suspended";
  readonly rateLimitTier: "sandbox" | "standard" | "plus" | "network";
  readonly liveAskedAt: Date | null;
  readonly liveApprovedAt: Date | null;
  readonly keepsLiveBodies: boolean;
  readonly timeZone: string;
  readonly createdAt: Date;
}

export async function getTenant(caller: StaffCaller): Promise<Tenant> {
  const { tenantId: id } = caller;
  return { ...(await getPrisma().tenant.findUniqueOrThrow({ where: { id } })), id };
}

type NewTenant = Pick<NewRow<"tenants">, "id" | "slug" | "title" | "rateLimitTier" | "createdAt">;

/** Only the sandbox gives an `id`, since its values are public. */
export async function createTenant(
  caller: NetworkCaller,
  input: Pick<NewTenant, "slug" | "title" | "rateLimitTier"> & { readonly id?: TenantId },
): Promise<{ id: TenantId }> {
  const id = input.id ?? TenantId.make(caller.now);
  const { slug, title, rateLimitTier } = input;
  await writeTenant(getPrisma(), { id, slug, title, rateLimitTier, createdAt: caller.now });
  return { id };
}

export async function writeTenant(db: PrismaTransaction, tenant: NewTenant): Promise<void> {
  await db.tenant.create({ data: tenant });
}

/** The slug stays. Throws `not_permitted`, also in the public sandbox. */
export async function renameTenant(caller: StaffCaller, input: { readonly title: string }): Promise<void> {
  requirePermission(caller, "manage_tenant");
  const { tenantId } = caller;
  await inPrismaTransaction(async (db) => {
    const tenant = await lockOwnTenant(db, caller);
    if (tenant.title === input.title) return;
    await db.tenant.update({ where: { id: tenantId }, data: { title: input.title } });
    await recordAudit(db, caller, {
      action: "tenant.renamed",
      subject: { kind: "tenant", id: tenantId },
      environment: null,
      details: { from: tenant.title, to: input.title },
    });
  });
}

/** For consoles, and for where the days of merchants end that have no zone of their own (`settleDue`). Throws `not_permitted`, also in the public sandbox. */
export async function changeTimeZone(caller: StaffCaller, input: { readonly timeZone: string }): Promise<void> {
  requirePermission(caller, "manage_tenant");
  const { tenantId } = caller;
  const { timeZone } = input;
  await inPrismaTransaction(async (db) => {
    const tenant = await lockOwnTenant(db, caller);
    if (tenant.timeZone === timeZone) return;
    await db.tenant.update({ where: { id: tenantId }, data: { timeZone } });
    await recordAudit(db, caller, {
      action: "tenant.time_zone_changed",
      subject: { kind: "tenant", id: tenantId },
      environment: null,
      details: { from: tenant.timeZone, to: timeZone },
    });
  });
}

/** For new live requests, redacted; kept ones stay for their 30 days. Throws `not_permitted`, also in the public sandbox. */
export async function setLiveBodies(caller: StaffCaller, input: { readonly isOn: boolean }): Promise<void> {
  requirePermission(caller, "manage_tenant");
  const { tenantId } = caller;
  await inPrismaTransaction(async (db) => {
    await lockOwnTenant(db, caller);
    const keepsLiveBodies = input.isOn;
    const changed = await db.tenant.updateMany({
      where: { id: tenantId, keepsLiveBodies: !keepsLiveBodies },
      data: { keepsLiveBodies },
    });
    if (changed.count === 0) return;
    const action = input.isOn ? "tenant.live_bodies_kept" : "tenant.live_bodies_not_kept";
    await recordAudit(db, caller, { action, subject: { kind: "tenant", id: tenantId }, environment: null });
  });
}

/** Requires a proved email. Idempotent. Throws `not_permitted`. */
export async function requestLive(caller: StaffCaller): Promise<void> {
  requirePermission(caller, "manage_tenant");
  const { tenantId, userId, now } = caller;
  await inPrismaTransaction(async (db) => {
    await requireProvedEmail(userId, db);
    const asked = await db.tenant.updateMany({
      where: { id: tenantId, liveAskedAt: null, liveApprovedAt: null },
      data: { liveAskedAt: now },
    });
    if (asked.count === 0) return;
    const subject = { kind: "tenant", id: tenantId };
    await recordAudit(db, caller, { action: "tenant.live_asked", subject, environment: null });
  });
}
