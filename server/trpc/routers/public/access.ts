import { limitEntry, mayEmail } from "@/server/auth/entry-limits";
import {
  ForgotInput,
  InvitationInput,
  JoinInput,
  ResetInput,
  SignUpInput,
} from "@/server/contracts/portal/public/access";
import { acceptInvitation, joinByInvitation, signUp } from "@/server/domain/team";
import { beginPasskeySignIn, requestPasswordReset, resetPassword } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { publicUrl } from "@/server/platform/env";
import type { TrpcContext } from "@/server/trpc/context";
import { publicProcedure, router, signedInProcedure } from "@/server/trpc/procedures";

const requestOf = ({ requestId }: TrpcContext) => ({ now: now(), requestId });

export const accessRouter = router({
  /** Only this response contains the key's secret. */
  signUp: publicProcedure.input(SignUpInput).mutation(async ({ ctx, input }) => {
    await limitEntry("sign-up", ctx.address);
    return { ...(await signUp(requestOf(ctx), input)), apiUrl: publicUrl("/v1") };
  }),
  /** Answers alike for known and unknown emails. */
  forgot: publicProcedure.input(ForgotInput).mutation(async ({ ctx, input }) => {
    await limitEntry("forgot", ctx.address);
    if (await mayEmail(input.email)) await requestPasswordReset(requestOf(ctx), input);
    return {};
  }),
  reset: publicProcedure.input(ResetInput).mutation(async ({ ctx, input }) => {
    const { email } = await resetPassword(requestOf(ctx), input);
    // The owner is the one who reads the email, so guesses of others must not lock this browser out.
    await ctx.rememberBrowser(email);
    return {};
  }),
  /** The passkey challenge, the same for everyone. The signed response goes to next-auth. */
  beginPasskey: publicProcedure.mutation(({ ctx }) => beginPasskeySignIn(requestOf(ctx))),
  join: publicProcedure.input(JoinInput).mutation(async ({ ctx, input }) => joinByInvitation(requestOf(ctx), input)),
  accept: signedInProcedure
    .input(InvitationInput)
    .mutation(async ({ ctx, input }) => acceptInvitation(ctx.user, input)),
});
