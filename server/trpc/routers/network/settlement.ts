import { BatchListInput, SettleInput } from "@/server/contracts/portal/network/network";
import { listNetworkBatches, listUnsettled } from "@/server/domain/queries";
import { settleOnDemand } from "@/server/domain/settlement";
import { presentNetworkBatch, presentUnsettled } from "@/server/presenters/network/network";
import { presentSortedPage, readOrder } from "@/server/trpc/cursor";
import { batchFilterOf } from "@/server/trpc/network-filters";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const settlementRouter = router({
  list: operatorProcedure.input(BatchListInput).query(async ({ ctx, input }) => {
    const page = await listNetworkBatches(ctx.operator, { ...batchFilterOf(input), ...readOrder(input) });
    return presentSortedPage(page, presentNetworkBatch);
  }),

  unsettled: operatorProcedure.query(async ({ ctx }) => (await listUnsettled(ctx.operator)).map(presentUnsettled)),

  run: operatorProcedure.input(SettleInput).mutation(({ ctx, input }) => settleOnDemand(ctx.operator, input)),
});
