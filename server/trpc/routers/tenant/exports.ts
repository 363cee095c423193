import type { z } from "zod";
import { dayAfter, startOfDay } from "@/server/contracts/calendar-days";
import { ExportListInput, NewExportInput } from "@/server/contracts/portal/tenant/exports";
import { TenantRecordInput } from "@/server/contracts/portal/tenant/place";
import type { StaffCaller } from "@/server/domain/caller";
import { listReportFiles } from "@/server/domain/queries";
import { getReportFile, type ReportFileRow, requestReportFile } from "@/server/domain/report-files";
import { now } from "@/server/platform/clock";
import { presentReportLink } from "@/server/presenters/rest/reports";
import { presentExport } from "@/server/presenters/tenant/exports";
import { actOnce } from "@/server/trpc/act-once";
import { presentSortedPage, readOrder } from "@/server/trpc/cursor";
import { realTimeTenantProcedure, router, tenantProcedure } from "@/server/trpc/procedures";

/** Days in the tenant's zone; what is left of the last one is none of the span. */
function readAsked({ timeZone, now: ownNow }: StaffCaller, input: z.output<typeof NewExportInput>) {
  const before = startOfDay(dayAfter(input.to), timeZone);
  return {
    kind: input.kind,
    createdFrom: startOfDay(input.from, timeZone),
    createdBefore: before > ownNow ? null : before,
    merchant: input.merchant ?? null,
    currency: null,
  };
}

/** Large exports: the API's reports, for people. */
export const exportsRouter = router({
  list: realTimeTenantProcedure
    .input(ExportListInput)
    .query(async ({ ctx, input }) =>
      presentSortedPage(await listReportFiles(ctx.staff, readOrder(input)), presentExport),
    ),

  create: tenantProcedure.input(NewExportInput).mutation(({ ctx, input }) => {
    const { key, kind, from, to, merchant = null } = input;
    return actOnce(ctx.staff, {
      name: "tenant.exports.create",
      input: { key, kind, from, to, merchant },
      work: (claim) => requestReportFile(ctx.staff, readAsked(ctx.staff, input), claim),
      present: ({ id }: ReportFileRow) => ({ id }),
    });
  }),

  /** Made at the press, since it works for minutes; null: there is no file. */
  link: realTimeTenantProcedure
    .input(TenantRecordInput)
    .query(async ({ ctx, input }) => presentReportLink(await getReportFile(ctx.staff, { id: input.id }), now())),
});
