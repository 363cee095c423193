import { RescueInput } from "@/server/contracts/portal/wallet/rescues";
import { rescuePayment } from "@/server/domain/authorizations";
import { listRescues } from "@/server/domain/queries";
import { presentRescue } from "@/server/presenters/wallet/rescues";
import { memberProcedure, router } from "@/server/trpc/procedures";

export const rescuesRouter = router({
  list: memberProcedure.query(async ({ ctx }) => (await listRescues(ctx.member)).map(presentRescue)),

  allow: memberProcedure.input(RescueInput).mutation(async ({ ctx, input }) => {
    const { rescue } = await rescuePayment(ctx.member, input, null);
    return { id: input.id, until: rescue.expiresAt.toISOString() };
  }),
});
