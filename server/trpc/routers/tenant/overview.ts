import { OverviewInput } from "@/server/contracts/portal/tenant/money";
import { getOverview } from "@/server/domain/queries";
import { presentOverview } from "@/server/presenters/tenant/overview";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const overviewRouter = router({
  get: tenantProcedure.input(OverviewInput).query(async ({ ctx, input }) => {
    return presentOverview(await getOverview(ctx.staff, input));
  }),
});
