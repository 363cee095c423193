import { limitPasswordProof } from "@/server/auth/sign-in-limits";
import { ErasePersonInput } from "@/server/contracts/portal/shared/account";
import { erasePerson, previewErasure } from "@/server/domain/personal-data";
import { presentLeaving } from "@/server/presenters/shared/personal-data";
import { router, signedInProcedure } from "@/server/trpc/procedures";

export const personalDataRouter = router({
  previewErasure: signedInProcedure.query(async ({ ctx }) => presentLeaving(await previewErasure(ctx.user))),

  /** Erases the caller for good. Password attempts are limited, so that a borrowed session can't be used to guess it. */
  erase: signedInProcedure.input(ErasePersonInput).mutation(async ({ ctx, input }) => {
    const { password, code = null, agreed } = input;
    await limitPasswordProof(ctx.user.userId, "password", () => erasePerson(ctx.user, { password, code, agreed }));
    return {};
  }),
});
