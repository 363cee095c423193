import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { lockTeam, requireNow } from "./lock-team";

/** Idempotent. Throws `not_permitted`, and `not_found`, also for an accepted invitation. */
export async function revokeInvitation(caller: StaffCaller, input: { readonly id: string }): Promise<void> {
  requirePermission(caller, "manage_team");
  await inPrismaTransaction(async (db) => {
    const { self } = await lockTeam(db, caller);
    requireNow(self, caller, "manage_team");
    const where = { id: input.id, tenantId: caller.tenantId, acceptedAt: null };
    const invitation = await db.invitation.findFirst({ where, select: { role: true } });
    if (!invitation) throw new DomainError("not_found", "This invitation no longer exists.");
    if (invitation.role === "tenant_owner") requireNow(self, caller, "manage_owners");
    const revoked = await db.invitation.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: caller.now },
    });
    if (revoked.count === 0) return;
    await recordAudit(db, caller, {
      action: "team.invitation_revoked",
      subject: { kind: "invitation", id: input.id },
      environment: null,
    });
  });
}
