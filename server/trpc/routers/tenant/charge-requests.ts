import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { ChargeRequestListInput } from "@/server/contracts/portal/tenant/money";
import { getTenantChargeRequest, listChargeRequests } from "@/server/domain/queries";
import { presentTenantCharge } from "@/server/presenters/tenant/charge-requests";
import { presentSortedPage, readOrder } from "@/server/trpc/cursor";
import { router, tenantProcedure } from "@/server/trpc/procedures";
import { chargeFilterOf } from "@/server/trpc/tenant-filters";

export const chargeRequestsRouter = router({
  list: tenantProcedure.input(ChargeRequestListInput).query(async ({ ctx, input }) => {
    const page = await listChargeRequests(ctx.staff, { ...chargeFilterOf(input), ...readOrder(input) });
    return presentSortedPage(page, (story) => presentTenantCharge(story, ctx.staff.now));
  }),

  get: tenantProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentTenantCharge(await getTenantChargeRequest(ctx.staff, input), ctx.staff.now);
  }),
});
