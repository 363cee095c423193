import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { requireProvedEmail } from "../users";
import { holdOwnTenant } from "./lock-tenant";

/** Another title; the slug, which addresses are made of, stays. Throws `not_permitted`, also at the public sandbox. */
export async function renameTenant(caller: StaffCaller, input: { readonly title: string }): Promise<void> {
  requirePermission(caller, "manage_tenant");
  const { tenantId } = caller;
  await runInTransaction(async (db) => {
    const tenant = await holdOwnTenant(db, caller);
    if (tenant.title === input.title) return;
    await query(db, sql`UPDATE tenants SET title = ${input.title} WHERE id = ${tenantId}`);
    await recordAudit(db, caller, {
      action: "tenant.renamed",
      subject: { kind: "tenant", id: tenantId },
      environment: null,
      details: { from: tenant.title, to: input.title },
    });
  });
}

/**
 * Whether bodies of live requests are kept from now on, redacted; those that are kept stay until their 30 days are over. The
 * same again changes nothing. Throws `not_permitted`, also at the public sandbox.
 */
export async function keepLiveBodies(caller: StaffCaller, input: { readonly isOn: boolean }): Promise<void> {
  requirePermission(caller, "manage_tenant");
  const { tenantId } = caller;
  await runInTransaction(async (db) => {
    const [tenant] = await query<{ isShared: boolean }>(
      db,
      sql`SELECT EXISTS (SELECT 1 FROM api_keys WHERE tenant_id = t.id AND is_shared) AS is_shared
        FROM tenants t WHERE id = ${tenantId} FOR NO KEY UPDATE OF t`,
    );
    if (!tenant) throw new Error("a tenant's own row is gone");
    if (tenant.isShared)
      throw new DomainError("not_permitted", "This sandbox is shared. Its settings can’t be changed.");
    const changed = await query(
      db,
      sql`UPDATE tenants SET keeps_live_bodies = ${input.isOn}
        WHERE id = ${tenantId} AND keeps_live_bodies <> ${input.isOn} RETURNING id`,
    );
    if (changed.length === 0) return;
    const action = input.isOn ? "tenant.live_bodies_kept" : "tenant.live_bodies_not_kept";
    await recordAudit(db, caller, { action, subject: { kind: "tenant", id: tenantId }, environment: null });
  });
}

/**
 * Asks the network's operators for live, in the name of an email that is proved. Asking again changes nothing. Throws
 * `not_permitted`.
 */
export async function askForLive(caller: StaffCaller): Promise<void> {
  requirePermission(caller, "manage_tenant");
  const { tenantId, userId, now } = caller;
  await runInTransaction(async (db) => {
    await requireProvedEmail(userId, db);
    const asked = await query(
      db,
      sql`UPDATE tenants SET live_asked_at = ${now}
        WHERE id = ${tenantId} AND live_asked_at IS NULL AND live_approved_at IS NULL RETURNING id`,
    );
    if (asked.length === 0) return;
    const subject = { kind: "tenant", id: tenantId };
    await recordAudit(db, caller, { action: "tenant.live_asked", subject, environment: null });
  });
}
