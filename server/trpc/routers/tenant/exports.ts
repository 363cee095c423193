import type { z } from "zod";
import { dayAfter, startOfDay } from "@/server/contracts/calendar-days";
import { NewExportInput } from "@/server/contracts/portal/tenant/exports";
import { TenantRecordInput } from "@/server/contracts/portal/tenant/place";
import type { StaffCaller } from "@/server/domain/caller";
import { getReportFile, type ReportFileRow, requestReportFile } from "@/server/domain/report-files";
import { now } from "@/server/platform/clock";
import { presentReportLink } from "@/server/presenters/rest/reports";
import { actOnce } from "@/server/trpc/act-once";
import { TENANT_LISTS } from "@/server/trpc/lists/tenant";
import { realTimeTenantProcedure, router, tenantProcedure } from "@/server/trpc/procedures";

/** Days in the tenant's time zone. A last day that isn't over is cut off at the current time. */
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

export const exportsRouter = router({
  list: realTimeTenantProcedure.input(TENANT_LISTS.exports.input).query(TENANT_LISTS.exports.query),

  create: tenantProcedure.input(NewExportInput).mutation(({ ctx, input }) => {
    const { key, kind, from, to, merchant = null } = input;
    return actOnce(ctx.staff, {
      name: "tenant.exports.create",
      input: { key, kind, from, to, merchant },
      work: (claim) => requestReportFile(ctx.staff, readAsked(ctx.staff, input), claim),
      present: ({ id }: ReportFileRow) => ({ id }),
    });
  }),

  /** Created on demand, because it is valid for minutes only. Null if there is no file. */
  link: realTimeTenantProcedure
    .input(TenantRecordInput)
    .query(async ({ ctx, input }) => presentReportLink(await getReportFile(ctx.staff, { id: input.id }), now())),
});
