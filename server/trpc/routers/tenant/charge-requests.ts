import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { ChargeRequestListInput } from "@/server/contracts/portal/tenant/money";
import { getTenantChargeRequest, listChargeRequests } from "@/server/domain/stories";
import { presentTenantCharge } from "@/server/presenters/tenant/charge-requests";
import { presentSortedPage, readListCursor, readSort } from "@/server/trpc/cursor";
import { router, tenantProcedure } from "@/server/trpc/procedures";
import { chargeFilterOf } from "@/server/trpc/tenant-filters";

/** Charges that the tenant's merchants asked members about. */
export const chargeRequestsRouter = router({
  list: tenantProcedure.input(ChargeRequestListInput).query(async ({ ctx, input }) => {
    const order = { sort: readSort(input.sort), cursor: readListCursor(input.cursor), limit: input.limit };
    const page = await listChargeRequests(ctx.staff, { ...chargeFilterOf(input), ...order });
    return presentSortedPage(page, (story) => presentTenantCharge(story, ctx.staff.now));
  }),

  get: tenantProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentTenantCharge(await getTenantChargeRequest(ctx.staff, input), ctx.staff.now);
  }),
});
