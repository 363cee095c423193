import { limitPasswordProof } from "@/server/auth/sign-in-limits";
import { ProofInput } from "@/server/contracts/portal/shared/account";
import { AddPasskeyInput, RemovePasskeyInput, RenamePasskeyInput } from "@/server/contracts/portal/shared/passkeys";
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from "@/server/domain/users";
import { presentPasskey } from "@/server/presenters/shared/passkeys";
import { router, signedInProcedure } from "@/server/trpc/procedures";

/** Password attempts are limited, so that a borrowed session can't be used to guess it. */
export const passkeysRouter = router({
  list: signedInProcedure.query(async ({ ctx }) => (await listPasskeys(ctx.user)).map(presentPasskey)),

  begin: signedInProcedure
    .input(ProofInput)
    .mutation(({ ctx, input: { password, code = null } }) =>
      limitPasswordProof(ctx.user.userId, "password", () => beginPasskey(ctx.user, { password, code })),
    ),

  add: signedInProcedure.input(AddPasskeyInput).mutation(({ ctx, input }) => addPasskey(ctx.user, input)),

  rename: signedInProcedure.input(RenamePasskeyInput).mutation(async ({ ctx, input }) => {
    await renamePasskey(ctx.user, input);
    return {};
  }),

  remove: signedInProcedure.input(RemovePasskeyInput).mutation(async ({ ctx, input: { code = null, ...rest } }) => {
    await limitPasswordProof(ctx.user.userId, "password", () => removePasskey(ctx.user, { ...rest, code }));
    return {};
  }),
});
