import { limitPasswordProof } from "@/server/auth/sign-in-limits";
import { ErasePersonInput } from "@/server/contracts/portal/shared/account";
import { erasePerson, previewErasure } from "@/server/domain/personal-data";
import { presentLeaving } from "@/server/presenters/shared/personal-data";
import { router, signedInProcedure } from "@/server/trpc/procedures";

export const personalDataRouter = router({
  previewErasure: signedInProcedure.query(async ({ ctx }) => presentLeaving(await previewErasure(ctx.user))),

  /** The caller leaves, for good. A borrowed session must not become a way to guess the password. */
  erase: signedInProcedure.input(ErasePersonInput).mutation(async ({ ctx, input }) => {
    const { password, code = null, agreed } = input;
    await limitPasswordProof(ctx.user.userId, "password", () => erasePerson(ctx.user, { password, code, agreed }));
    return {};
  }),
});
