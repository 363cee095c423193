import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { recordAudit } from "../audit";
import type { StaffCaller } from "../caller";
import { endTeamRole } from "../users";
import { findTeammate, lockTeam, requireNow, requireOwnerBeside, revokeInvitationsOf } from "./lock-team";

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
  });
}
