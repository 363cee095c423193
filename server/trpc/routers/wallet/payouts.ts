import { PayOutInput } from "@/server/contracts/portal/shared/bank-account";
import { listPayoutTerms, type MemberPayout, payMember } from "@/server/domain/payouts";
import { listOwnPayouts } from "@/server/domain/queries";
import { readOptionalAmount } from "@/server/platform/money";
import { presentMemberPayout } from "@/server/presenters/rest/settlement";
import { presentPayoutTerms } from "@/server/presenters/shared/payout-terms";
import { actOnce } from "@/server/trpc/act-once";
import { memberProcedure, router } from "@/server/trpc/procedures";

export const payoutsRouter = router({
  /** In the currencies in which members are paid out. */
  terms: memberProcedure.query(async ({ ctx }) => (await listPayoutTerms(ctx.member)).map(presentPayoutTerms)),

  list: memberProcedure.query(async ({ ctx }) => (await listOwnPayouts(ctx.member)).map(presentMemberPayout)),

  create: memberProcedure.input(PayOutInput).mutation(({ ctx, input }) => {
    const { key, account, amount, fee, bankCode = null, ...number } = input;
    const payout = {
      ...number,
      accountId: account,
      amount: readOptionalAmount(amount),
      shownFee: fee ?? null,
      bankCode,
    };
    return actOnce(
      { ...ctx.member, userId: ctx.user.userId },
      {
        name: "wallet.payouts.create",
        input: { key, account, amount, ...number, bankCode },
        work: (claim) => payMember(ctx.member, payout, claim),
        present: ({ id }: MemberPayout) => ({ id }),
      },
    );
  }),
});
