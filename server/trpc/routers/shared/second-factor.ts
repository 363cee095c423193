import { limitPasswordProof } from "@/server/auth/sign-in-limits";
import {
  ConfirmSecondFactorInput,
  PasswordInput,
  ProveSecondFactorInput,
} from "@/server/contracts/portal/shared/account";
import { beginSecondFactor, confirmSecondFactor, disableSecondFactor, renewRecoveryCodes } from "@/server/domain/users";
import { router, signedInProcedure } from "@/server/trpc/procedures";

/** Also for people who must set it up first. */
const settingUpProcedure = signedInProcedure.meta({ isOpenBeforeSecondFactor: true });

/**
 * Responses contain secrets shown only once. Password attempts are limited, so that a borrowed session can't be used to guess
 * it.
 */
export const secondFactorRouter = router({
  begin: settingUpProcedure
    .input(PasswordInput)
    .mutation(({ ctx, input }) =>
      limitPasswordProof(ctx.user.userId, "password", () => beginSecondFactor(ctx.user, input)),
    ),
  confirm: settingUpProcedure
    .input(ConfirmSecondFactorInput)
    .mutation(({ ctx, input }) =>
      limitPasswordProof(ctx.user.userId, "code", () => confirmSecondFactor(ctx.user, input)),
    ),
  disable: signedInProcedure.input(ProveSecondFactorInput).mutation(async ({ ctx, input }) => {
    await limitPasswordProof(ctx.user.userId, "password", () => disableSecondFactor(ctx.user, input));
    return {};
  }),
  renewCodes: signedInProcedure
    .input(ProveSecondFactorInput)
    .mutation(({ ctx, input }) =>
      limitPasswordProof(ctx.user.userId, "password", () => renewRecoveryCodes(ctx.user, input)),
    ),
});
