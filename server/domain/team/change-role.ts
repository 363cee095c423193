import { announce } from "@/server/db/announce";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller, TenantRole } from "../caller";
import { DomainError } from "../errors";
import { changeTeamRole, endTeamRole } from "../users";
import { findTeammate, isLower, lockTeam, requireNow, requireOwnerBeside, revokeInvitationsOf } from "./lock-team";

/**
 * Takes effect with the person's next request. Only owners may create or demote owners, no one promotes themselves, and one
 * owner always remains. Throws `not_permitted`, `not_found`.
 */
export async function changeRole(
  caller: StaffCaller,
  input: { readonly userId: string; readonly role: TenantRole },
): Promise<void> {
  requirePermission(caller, "manage_team");
  await inPrismaTransaction(async (db) => {
    const { self, people } = await lockTeam(db, caller);
    const target = findTeammate(people, input.userId);
    const concernsOwner = target.role === "owner" || input.role === "owner";
    requireNow(self, caller, concernsOwner ? "manage_owners" : "manage_team");
    if (target.role === input.role) return;
    if (target.userId === self.userId && isLower(self.role, input.role)) {
      throw new DomainError("not_permitted", "You can’t raise your own role.");
    }
    if (target.role === "owner") requireOwnerBeside(people, target);
    await changeTeamRole(db, { userId: target.userId, tenantId: caller.tenantId, role: input.role });
    if (isLower(input.role, target.role)) await revokeInvitationsOf(db, caller, target.userId);
    await recordAudit(db, caller, {
      action: "team.role_changed",
      subject: { kind: "user", id: target.userId },
      environment: null,
      details: { from: target.role, to: input.role },
    });
    announceTeam(db, caller);
  });
}

/** Also ends invitations they sent. Everyone may leave but the last owner. Throws `not_permitted`, `not_found`. */
export async function removePerson(caller: StaffCaller, input: { readonly userId: string }): Promise<void> {
  await inPrismaTransaction(async (db) => {
    const { self, people } = await lockTeam(db, caller);
    const isLeaving = input.userId === self.userId;
    if (!isLeaving) requireNow(self, caller, "manage_team");
    const target = findTeammate(people, input.userId);
    if (!isLeaving && target.role === "owner") requireNow(self, caller, "manage_owners");
    if (target.role === "owner") requireOwnerBeside(people, target);
    await endTeamRole(db, { userId: target.userId, tenantId: caller.tenantId });
    await revokeInvitationsOf(db, caller, target.userId);
    await recordAudit(db, caller, {
      action: isLeaving ? "team.left" : "team.person_removed",
      subject: { kind: "user", id: target.userId },
      environment: null,
      details: { role: target.role },
    });
    announceTeam(db, caller);
  });
}

/** Open pages of both environments read their authority again; the stream of a person who was removed ends. */
function announceTeam(db: Parameters<typeof announce>[0], { tenantId }: StaffCaller): void {
  announce(db, `tenant:${tenantId}:live`, `tenant:${tenantId}:test`);
}
