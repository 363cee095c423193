import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { AgreementListInput, ApproveInput } from "@/server/contracts/portal/wallet/agreements";
import { getMemberAgreement, listMemberAgreements } from "@/server/domain/queries";
import { approveAgreement, denyAgreement, revokeAgreement } from "@/server/domain/recurring";
import { readAmount } from "@/server/platform/money";
import { presentMemberAgreement } from "@/server/presenters/shared/agreements";
import { presentPage, readCursor } from "@/server/trpc/cursor";
import { memberProcedure, router } from "@/server/trpc/procedures";

export const agreementsRouter = router({
  list: memberProcedure.input(AgreementListInput).query(async ({ ctx, input }) => {
    const { state, limit, cursor } = input;
    const page = await listMemberAgreements(ctx.member, { state, limit, cursor: readCursor(cursor) });
    return presentPage(page, (item) => presentMemberAgreement(item, ctx.member.now));
  }),

  get: memberProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentMemberAgreement(await getMemberAgreement(ctx.member, input), ctx.member.now);
  }),

  approve: memberProcedure.input(ApproveInput).mutation(async ({ ctx, input }) => {
    const { id, account = null, maxAmount, interval = null, noLimit } = input;
    const cap = maxAmount === undefined ? null : readAmount(maxAmount);
    const choice = { id, account, maxAmount: cap, interval, noLimit };
    return { id: (await approveAgreement(ctx.member, choice, null)).id };
  }),

  deny: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    return { id: (await denyAgreement(ctx.member, input, null)).id };
  }),

  revoke: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    return { id: (await revokeAgreement(ctx.member, { id: input.id, reason: null }, null)).id };
  }),
});
