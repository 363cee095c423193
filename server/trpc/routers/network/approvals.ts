import { DecideInput } from "@/server/contracts/portal/network/network";
import { decideChange } from "@/server/domain/second-person";
import { listApprovals } from "@/server/domain/stories";
import { presentHeldChange } from "@/server/presenters/network/approvals";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const approvalsRouter = router({
  list: operatorProcedure.query(async ({ ctx }) =>
    (await listApprovals(ctx.operator)).map((approval) => presentHeldChange(approval, ctx.operator.now)),
  ),

  decide: operatorProcedure.input(DecideInput).mutation(async ({ ctx, input }) => {
    await decideChange(ctx.operator, input);
    return { isApproved: input.isApproved };
  }),
});
