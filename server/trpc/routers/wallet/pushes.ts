import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { ChangePushesInput, PushAddressInput, TurnOnPushesInput } from "@/server/contracts/portal/wallet/pushes";
import {
  changePushDevice,
  currentSenderKey,
  listPushDevices,
  removePushDevice,
  renewPushDevice,
  sendTestPush,
  turnOnPushes,
} from "@/server/domain/pushes";
import { presentPushDevice } from "@/server/presenters/wallet/pushes";
import { memberProcedure, router } from "@/server/trpc/procedures";
import { limitPushTests } from "@/server/trpc/push-limits";

/** Push devices belong to the login and its session, whichever wallet is open. */
export const pushesRouter = router({
  list: memberProcedure.query(async ({ ctx }) => ({
    senderKey: currentSenderKey().publicKey,
    devices: (await listPushDevices(ctx.user)).map(presentPushDevice),
  })),

  turnOn: memberProcedure.input(TurnOnPushesInput).mutation(async ({ ctx, input }) => {
    const { endpoint, keys, ...rest } = input;
    return turnOnPushes(ctx.user, { address: { endpoint, ...keys }, ...rest });
  }),

  change: memberProcedure.input(ChangePushesInput).mutation(async ({ ctx, input }) => {
    await changePushDevice(ctx.user, input);
    return {};
  }),

  /** Called by name from the wallet's service worker. */
  renew: memberProcedure.input(PushAddressInput).mutation(async ({ ctx, input: { endpoint, keys } }) => {
    await renewPushDevice(ctx.user, { endpoint, ...keys });
    return {};
  }),

  remove: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    await removePushDevice(ctx.user, input);
    return {};
  }),

  test: memberProcedure.mutation(async ({ ctx }) => {
    await limitPushTests(ctx.user.userId);
    await sendTestPush(ctx.user, ctx.member);
    return {};
  }),
});
