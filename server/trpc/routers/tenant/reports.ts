import { TenantRecordInput } from "@/server/contracts/portal/tenant/place";
import { ReportListInput } from "@/server/contracts/portal/tenant/reports";
import { listReports } from "@/server/domain/queries";
import { resolveReport } from "@/server/domain/reports";
import { presentReport } from "@/server/presenters/tenant/reports";
import { presentSortedPage, readOrder } from "@/server/trpc/cursor";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const reportsRouter = router({
  list: tenantProcedure.input(ReportListInput).query(async ({ ctx, input }) => {
    const { state = null } = input;
    return presentSortedPage(await listReports(ctx.staff, { state, ...readOrder(input) }), presentReport);
  }),

  resolve: tenantProcedure.input(TenantRecordInput).mutation(async ({ ctx, input }) => {
    const { id, resolvedAt } = await resolveReport(ctx.staff, { id: input.id });
    return { id, resolvedAt: resolvedAt?.toISOString() ?? null };
  }),
});
