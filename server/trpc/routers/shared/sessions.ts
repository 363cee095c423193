import { limitPasswordProof } from "@/server/auth/sign-in-limits";
import {
  ChangeNameInput,
  ChangePasswordInput,
  ChooseMemberInput,
  ProveEmailInput,
} from "@/server/contracts/portal/shared/account";
import { RecordIdInput } from "@/server/contracts/portal/shared/record-id";
import {
  changeName,
  changePassword,
  chooseMember,
  endSessions,
  listSessions,
  proveEmail,
  requestEmailProof,
} from "@/server/domain/users";
import { presentSession, presentSignedIn } from "@/server/presenters/shared/sessions";
import { router, signedInProcedure } from "@/server/trpc/procedures";

/** Also for people who must set up a second factor first. */
const settingUpProcedure = signedInProcedure.meta({ isOpenBeforeSecondFactor: true });

export const sessionsRouter = router({
  me: settingUpProcedure.query(({ ctx }) => presentSignedIn(ctx.signedIn)),

  list: signedInProcedure.query(async ({ ctx }) => {
    const sessions = (await listSessions(ctx.user)).map(presentSession);
    // Other sessions of a demo login belong to strangers.
    return ctx.signedIn.isShared
      ? sessions.map((session) => (session.isCurrent ? session : { ...session, address: null }))
      : sessions;
  }),

  end: signedInProcedure.input(RecordIdInput).mutation(async ({ ctx, input }) => {
    return { ended: await endSessions(ctx.user, { id: input.id }) };
  }),

  endOthers: signedInProcedure.mutation(async ({ ctx }) => ({ ended: await endSessions(ctx.user, "others") })),

  endAll: settingUpProcedure.mutation(async ({ ctx }) => ({ ended: await endSessions(ctx.user, "all") })),

  signOut: settingUpProcedure.mutation(async ({ ctx }) => ({ ended: await endSessions(ctx.user, "this") })),

  chooseMember: signedInProcedure.input(ChooseMemberInput).mutation(async ({ ctx, input }) => {
    await chooseMember(ctx.user, input);
    return { memberId: input.memberId };
  }),

  /** Proves that the login's email is the person's own, since they may have signed up with another's. */
  requestEmailProof: settingUpProcedure.mutation(async ({ ctx }) => {
    await requestEmailProof(ctx.user);
    return {};
  }),

  proveEmail: settingUpProcedure.input(ProveEmailInput).mutation(async ({ ctx, input }) => {
    await proveEmail(ctx.user, input);
    return {};
  }),

  changeName: signedInProcedure.input(ChangeNameInput).mutation(async ({ ctx, input }) => {
    await changeName(ctx.user, input);
    return input;
  }),

  /** Limited, so that a borrowed session can't be used to guess the password. */
  changePassword: signedInProcedure
    .input(ChangePasswordInput)
    .mutation(({ ctx, input }) =>
      limitPasswordProof(ctx.user.userId, "current", () => changePassword(ctx.user, input)),
    ),
});
