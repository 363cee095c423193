import { limitPasswordProof } from "@/server/auth/sign-in-limits";
import {
  ConfirmSecondFactorInput,
  ErasePersonInput,
  MarkReadInput,
  PasswordInput,
  ProofInput,
  ProveSecondFactorInput,
} from "@/server/contracts/portal/shared/account";
import { PageInput } from "@/server/contracts/portal/shared/pages";
import { AddPasskeyInput, RemovePasskeyInput, RenamePasskeyInput } from "@/server/contracts/portal/shared/passkeys";
import { countUnread, listNotifications, markRead } from "@/server/domain/notifications";
import { erasePerson, previewErasure } from "@/server/domain/personal-data";
import {
  addPasskey,
  beginPasskey,
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  listPasskeys,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from "@/server/domain/users";
import { presentNotification } from "@/server/presenters/shared/notifications";
import { presentPasskey } from "@/server/presenters/shared/passkeys";
import { presentLeaving } from "@/server/presenters/shared/personal-data";
import { positionOf, presentPage } from "@/server/trpc/pages";
import { router, signedInProcedure } from "../../procedures";
import { liveRouter } from "./live";
import { sessionsRouter } from "./sessions";

const notificationsRouter = router({
  list: signedInProcedure
    .input(PageInput)
    .query(async ({ ctx, input }) =>
      presentPage(await listNotifications(ctx.user, positionOf(input)), presentNotification),
    ),
  count: signedInProcedure.query(async ({ ctx }) => ({ unread: await countUnread(ctx.user) })),
  markRead: signedInProcedure.input(MarkReadInput).mutation(async ({ ctx, input }) => {
    await markRead(ctx.user, { id: input.id ?? null });
    return {};
  }),
});

/** Password attempts are limited, so that a borrowed session can't be used to guess it. */
const passkeysRouter = router({
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

const personalDataRouter = router({
  previewErasure: signedInProcedure.query(async ({ ctx }) => presentLeaving(await previewErasure(ctx.user))),

  /** Erases the caller for good. Password attempts are limited, so that a borrowed session can't be used to guess it. */
  erase: signedInProcedure.input(ErasePersonInput).mutation(async ({ ctx, input }) => {
    const { password, code = null, agreed } = input;
    await limitPasswordProof(ctx.user.userId, "password", () => erasePerson(ctx.user, { password, code, agreed }));
    return {};
  }),
});

/** Also for people who must set up a second factor first. */
const settingUpProcedure = signedInProcedure.meta({ isOpenBeforeSecondFactor: true });

/**
 * Responses contain secrets shown only once. Password attempts are limited, so that a borrowed session can't be used to guess
 * it.
 */
const secondFactorRouter = router({
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

export const sharedRouter = router({
  live: liveRouter,
  notifications: notificationsRouter,
  passkeys: passkeysRouter,
  personalData: personalDataRouter,
  secondFactor: secondFactorRouter,
  sessions: sessionsRouter,
});
