import { SearchInput } from "@/server/contracts/portal/shared/search";
import { getWorkbench } from "@/server/domain/queries";
import { presentWorkbench } from "@/server/presenters/tenant/workbench";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const workbenchRouter = router({
  get: tenantProcedure
    .input(SearchInput)
    .query(async ({ ctx, input }) => presentWorkbench(await getWorkbench(ctx.staff, input), ctx.staff.now)),
});
