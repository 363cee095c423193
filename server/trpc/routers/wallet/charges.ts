import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { ApproveChargeInput } from "@/server/contracts/portal/wallet/charges";
import { approveCharge, denyCharge } from "@/server/domain/authorizations";
import { getMemberChargeRequest, listMemberChargeRequests } from "@/server/domain/queries";
import { presentCharge } from "@/server/presenters/wallet/charges";
import { memberProcedure, router } from "@/server/trpc/procedures";

export const chargesRouter = router({
  list: memberProcedure.query(async ({ ctx }) => {
    return (await listMemberChargeRequests(ctx.member)).map((charge) => presentCharge(charge, ctx.member.now));
  }),

  get: memberProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentCharge(await getMemberChargeRequest(ctx.member, input), ctx.member.now);
  }),

  approve: memberProcedure.input(ApproveChargeInput).mutation(async ({ ctx, input }) => {
    const { id, ...seen } = input;
    const { outcome } = await approveCharge(ctx.member, { id, seen }, null);
    return { id, transaction: outcome.row.id };
  }),

  deny: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    await denyCharge(ctx.member, input, null);
    return { id: input.id };
  }),
});
