import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { lockTeam, requireNow } from "./lock-team";

/**
 * Ends an invitation that no one has accepted: its link is worth nothing from now on. Again: says so again. Throws
 * `not_permitted`, and `not_found` for one that was accepted, is another tenant's or was never there.
 */
export async function revokeInvitation(caller: StaffCaller, input: { readonly id: string }): Promise<void> {
  requirePermission(caller, "manage_team");
  await runInTransaction(async (db) => {
    const { self } = await lockTeam(db, caller);
    requireNow(self, caller, "manage_team");
    const [invitation] = await query<{ role: string; wasOpen: boolean }>(
      db,
      sql`UPDATE invitations i SET revoked_at = coalesce(i.revoked_at, ${caller.now})
        FROM (SELECT id, revoked_at IS NULL AS was_open FROM invitations
          WHERE id = ${input.id} AND tenant_id = ${caller.tenantId} AND accepted_at IS NULL FOR UPDATE) AS before
        WHERE i.id = before.id RETURNING i.role, before.was_open`,
    );
    if (!invitation) throw new DomainError("not_found", "This invitation no longer exists.");
    if (invitation.role === "tenant_owner") requireNow(self, caller, "manage_owners");
    if (!invitation.wasOpen) return;
    await recordAudit(db, caller, {
      action: "team.invitation_revoked",
      subject: { kind: "invitation", id: input.id },
      environment: null,
    });
  });
}
