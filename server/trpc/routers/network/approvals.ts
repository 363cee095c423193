import { DecideInput } from "@/server/contracts/portal/network/network";
import { listApprovals } from "@/server/domain/queries";
import { decideChange } from "@/server/domain/second-person";
import { listLiveRequests } from "@/server/domain/tenants";
import { presentHeldChange } from "@/server/presenters/network/approvals";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const approvalsRouter = router({
  list: operatorProcedure.query(async ({ ctx }) =>
    (await listApprovals(ctx.operator)).map((approval) => presentHeldChange(approval, ctx.operator.now)),
  ),

  liveRequests: operatorProcedure.query(async ({ ctx }) =>
    (await listLiveRequests(ctx.operator)).map(({ liveAskedAt, ...request }) => ({
      ...request,
      askedAt: liveAskedAt.toISOString(),
    })),
  ),

  decide: operatorProcedure.input(DecideInput).mutation(async ({ ctx, input }) => {
    await decideChange(ctx.operator, input);
    return { isApproved: input.isApproved };
  }),
});
