import { ReportListInput, TenantRecordInput } from "@/server/contracts/portal";
import { listReports, resolveReport } from "@/server/domain/reports";
import { presentReport } from "@/server/presenters/reports";
import { presentPage, readCursor } from "../cursor";
import { router, tenantProcedure } from "../procedures";

/** What members say is not theirs, for the tenant whose merchant was paid. */
export const reportsRouter = router({
  list: tenantProcedure.input(ReportListInput).query(async ({ ctx, input }) => {
    const { limit, cursor, isOpen = null } = input;
    return presentPage(await listReports(ctx.staff, { limit, cursor: readCursor(cursor), isOpen }), presentReport);
  }),

  resolve: tenantProcedure.input(TenantRecordInput).mutation(async ({ ctx, input }) => {
    const { id, resolvedAt } = await resolveReport(ctx.staff, { id: input.id });
    return { id, resolvedAt: resolvedAt?.toISOString() ?? null };
  }),
});
