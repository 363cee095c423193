import { OverviewInput } from "@/server/contracts/tenant-money";
import { getOverview } from "@/server/domain/overview";
import { presentOverview } from "@/server/presenters/overview";
import { router, tenantProcedure } from "../procedures";

export const overviewRouter = router({
  get: tenantProcedure.input(OverviewInput).query(async ({ ctx, input }) => {
    return presentOverview(await getOverview(ctx.staff, input));
  }),
});
