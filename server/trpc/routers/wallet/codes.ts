import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { CodeListInput, NewCodeInput } from "@/server/contracts/portal/wallet/codes";
import { pageOf } from "@/server/domain/list";
import { createMemberCode, revokeOwnPaymentCode } from "@/server/domain/payment-codes";
import { getMemberCode, memberCodeList } from "@/server/domain/queries";
import { readAmount } from "@/server/platform/money";
import { presentMemberCode, presentOwnNewCode } from "@/server/presenters/wallet/codes";
import { showOnce } from "@/server/trpc/act-once";
import { positionOf, presentPage } from "@/server/trpc/pages";
import { memberProcedure, router } from "@/server/trpc/procedures";

export const codesRouter = router({
  list: memberProcedure.input(CodeListInput).query(async ({ ctx, input: { isUsable = false, ...page } }) => {
    return presentPage(await pageOf(memberCodeList(ctx.member, { isUsable }), positionOf(page)), (code) =>
      presentMemberCode(code, ctx.member.now),
    );
  }),

  get: memberProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentMemberCode(await getMemberCode(ctx.member, input), ctx.member.now);
  }),

  /** Only this response contains the code. */
  create: memberProcedure.input(NewCodeInput).mutation(async ({ ctx, input }) => {
    const { account, maxAmount, expiryMinutes, recurring } = input;
    const terms = {
      account,
      merchant: null,
      currency: null,
      maxAmount: maxAmount === undefined ? null : readAmount(maxAmount),
      expiryMinutes,
      isSingleUse: !recurring,
      isRecurring: recurring !== undefined,
      recurringInterval: recurring?.interval ?? null,
      recurringLimit: recurring?.limit ?? null,
      recurringThru: recurring?.thru ? new Date(recurring.thru) : null,
      displayHint: null,
      metadata: null,
    };
    return showOnce(
      { ...ctx.member, userId: ctx.user.userId },
      {
        name: "wallet.codes.create",
        input,
        work: (claim) => createMemberCode(ctx.member, terms, claim),
        present: presentOwnNewCode,
      },
    );
  }),

  revoke: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    const { isRevoked } = await revokeOwnPaymentCode(ctx.member, { id: input.id, reason: null }, null);
    return { isRevoked };
  }),
});
