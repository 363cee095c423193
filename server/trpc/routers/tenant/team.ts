import {
  TeamInvitationInput,
  TeamInviteInput,
  TeamPersonInput,
  TeamRoleInput,
} from "@/server/contracts/portal/tenant/team";
import { listTeam } from "@/server/domain/queries";
import { changeRole, type Invited, invitePerson, removePerson, revokeInvitation } from "@/server/domain/team";
import { presentTeam } from "@/server/presenters/tenant/team";
import { showOnce } from "@/server/trpc/act-once";
import { realTimeTenantProcedure, router } from "@/server/trpc/procedures";

export const teamRouter = router({
  list: realTimeTenantProcedure.query(async ({ ctx }) => presentTeam(await listTeam(ctx.staff))),
  /** Only this response and the email contain the link. */
  invite: realTimeTenantProcedure.input(TeamInviteInput).mutation(({ ctx, input }) => {
    const { key, email, role } = input;
    return showOnce(ctx.staff, {
      name: "tenant.team.invite",
      input: { key, email, role },
      work: (claim) => invitePerson(ctx.staff, { email, role }, claim),
      present: (invited: Invited) => invited,
    });
  }),
  revokeInvitation: realTimeTenantProcedure.input(TeamInvitationInput).mutation(async ({ ctx, input }) => {
    await revokeInvitation(ctx.staff, { id: input.id });
    return { id: input.id };
  }),
  changeRole: realTimeTenantProcedure.input(TeamRoleInput).mutation(async ({ ctx, input }) => {
    await changeRole(ctx.staff, { userId: input.userId, role: input.role });
    return { userId: input.userId, role: input.role };
  }),
  remove: realTimeTenantProcedure.input(TeamPersonInput).mutation(async ({ ctx, input }) => {
    await removePerson(ctx.staff, { userId: input.userId });
    return { userId: input.userId };
  }),
});
