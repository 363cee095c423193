import {
  FailPayoutInput,
  MakeFileInput,
  ShowAccountInput,
  TermsInput,
} from "@/server/contracts/portal/network/payouts";
import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { RecordIdInput } from "@/server/contracts/portal/shared/record-id";
import {
  createPaymentFile,
  failPayout,
  listDuePayouts,
  listPayoutTerms,
  type MadeFile,
  sendPaymentFile,
  setPayoutTerms,
  showPayoutAccount,
  takeFileBack,
} from "@/server/domain/payouts";
import { getNetworkPayout, listPaymentFiles } from "@/server/domain/queries";
import { readAmount, readOptionalAmount } from "@/server/platform/money";
import {
  presentBankTarget,
  presentDueGroup,
  presentPaymentFile,
  presentPayoutPage,
} from "@/server/presenters/network/payouts";
import { presentPayoutTerms } from "@/server/presenters/shared/payout-terms";
import { actOnce } from "@/server/trpc/act-once";
import { NETWORK_LISTS } from "@/server/trpc/lists/network";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const payoutsRouter = router({
  list: operatorProcedure.input(NETWORK_LISTS.payouts.input).query(NETWORK_LISTS.payouts.query),

  get: operatorProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentPayoutPage(await getNetworkPayout(ctx.operator, input));
  }),

  due: operatorProcedure.query(async ({ ctx }) => (await listDuePayouts(ctx.operator)).map(presentDueGroup)),

  files: operatorProcedure.query(async ({ ctx }) => (await listPaymentFiles(ctx.operator)).map(presentPaymentFile)),

  makeFile: operatorProcedure.input(MakeFileInput).mutation(({ ctx, input }) => {
    const { key, currency, day, format, executesOn, payoutCount, sum } = input;
    const file = {
      currency,
      format,
      payoutCount,
      sum: readAmount(sum),
      day: new Date(day),
      executesOn: new Date(executesOn),
    };
    return actOnce(ctx.operator, {
      name: "network.payouts.makeFile",
      input: { key, currency, day, format, executesOn, payoutCount, sum },
      work: (claim) => createPaymentFile(ctx.operator, file, claim),
      present: (made: MadeFile) => made,
    });
  }),

  sendFile: operatorProcedure.input(RecordIdInput).mutation(async ({ ctx, input }) => {
    await sendPaymentFile(ctx.operator, input);
    return {};
  }),

  takeFileBack: operatorProcedure.input(RecordIdInput).mutation(async ({ ctx, input }) => {
    await takeFileBack(ctx.operator, input);
    return {};
  }),

  terms: operatorProcedure.query(async ({ ctx }) => (await listPayoutTerms(ctx.operator)).map(presentPayoutTerms)),

  setTerms: operatorProcedure.input(TermsInput).mutation(async ({ ctx, input }) => {
    const { currency, smallest, fee, feePayer } = input;
    const amounts = { smallest: readAmount(smallest), fee: readOptionalAmount(fee) };
    return presentPayoutTerms(await setPayoutTerms(ctx.operator, { currency, feePayer, ...amounts }));
  }),

  fail: operatorProcedure.input(FailPayoutInput).mutation(({ ctx, input }) => failPayout(ctx.operator, input)),

  /** A mutation: each look is in the audit log. */
  showAccount: operatorProcedure.input(ShowAccountInput).mutation(async ({ ctx, input }) => {
    return presentBankTarget(await showPayoutAccount(ctx.operator, input));
  }),
});
