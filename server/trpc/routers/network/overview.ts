import { NetworkOverviewInput } from "@/server/contracts/portal/network/network";
import { getNetworkOverview } from "@/server/domain/queries";
import { presentNetworkOverview } from "@/server/presenters/network/overview";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const overviewRouter = router({
  get: operatorProcedure.input(NetworkOverviewInput).query(async ({ ctx, input }) => {
    return presentNetworkOverview(await getNetworkOverview(ctx.operator, input));
  }),
});
