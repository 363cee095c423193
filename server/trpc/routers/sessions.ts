import { limitGuessing } from "@/server/auth/sign-in-limits";
import { ChangePasswordInput, ChooseMemberInput, EndSessionInput } from "@/server/contracts/portal";
import { DomainError } from "@/server/domain/errors";
import { changePassword, chooseMember, endSessions, listSessions } from "@/server/domain/users";
import { presentSession, presentSignedIn } from "@/server/presenters/sessions";
import { router, signedInProcedure } from "../procedures";

export const sessionsRouter = router({
  me: signedInProcedure.query(({ ctx }) => presentSignedIn(ctx.signedIn)),

  list: signedInProcedure.query(async ({ ctx }) => (await listSessions(ctx.user)).map(presentSession)),

  end: signedInProcedure.input(EndSessionInput).mutation(async ({ ctx, input }) => {
    return { ended: await endSessions(ctx.user, { id: input.id }) };
  }),

  endOthers: signedInProcedure.mutation(async ({ ctx }) => ({ ended: await endSessions(ctx.user, "others") })),

  endAll: signedInProcedure.mutation(async ({ ctx }) => ({ ended: await endSessions(ctx.user, "all") })),

  signOut: signedInProcedure.mutation(async ({ ctx }) => ({ ended: await endSessions(ctx.user, "this") })),

  chooseMember: signedInProcedure.input(ChooseMemberInput).mutation(async ({ ctx, input }) => {
    await chooseMember(ctx.user, input);
    return { memberId: input.memberId };
  }),

  changePassword: signedInProcedure.input(ChangePasswordInput).mutation(async ({ ctx, input }) => {
    // A borrowed session must not become a way to guess the password.
    const suspect = { address: null, name: `password:${ctx.user.userId}` };
    let refusal: DomainError | null = null;
    const changed = await limitGuessing(suspect, async () => {
      try {
        return await changePassword(ctx.user, input);
      } catch (error) {
        if (!(error instanceof DomainError && error.field === "current")) throw error;
        refusal = error;
        return null;
      }
    });
    if (!changed) throw refusal ?? new DomainError("internal_error", "The password was not changed.");
    return changed;
  }),
});
