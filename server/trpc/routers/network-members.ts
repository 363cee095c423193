import { CardStatusInput, FundAccountInput, MemberListInput } from "@/server/contracts/network";
import { RecordInput } from "@/server/contracts/portal";
import { changeAnyCard, fundMemberAccount, getNetworkMember, listNetworkMembers } from "@/server/domain/members";
import { readAmount } from "@/server/platform/money";
import { presentMemberPage, presentNetworkMember } from "@/server/presenters/network";
import { presentPage, readCursor } from "../cursor";
import { operatorProcedure, router } from "../procedures";

export const networkMembersRouter = router({
  list: operatorProcedure.input(MemberListInput).query(async ({ ctx, input }) => {
    const { cursor, limit, search } = input;
    const filter = { limit, ...(search ? { search } : {}), cursor: readCursor(cursor) };
    return presentPage(await listNetworkMembers(ctx.operator, filter), presentNetworkMember);
  }),

  get: operatorProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    const { member, cards } = await getNetworkMember(ctx.operator, input);
    return presentMemberPage(member, cards);
  }),

  setCardStatus: operatorProcedure.input(CardStatusInput).mutation(async ({ ctx, input }) => {
    await changeAnyCard(ctx.operator, input);
    return { status: input.status };
  }),

  /** Sent twice with one key it funds once. */
  fund: operatorProcedure.input(FundAccountInput).mutation(({ ctx, input }) => {
    const { accountId, amount, reference, confirmedAmount, key: claimKey } = input;
    return fundMemberAccount(ctx.operator, {
      accountId,
      reference: reference.trim(),
      claimKey,
      amount: readAmount(amount),
      confirmedAmount: confirmedAmount === undefined ? null : readAmount(confirmedAmount),
    });
  }),
});
