import { ErrorsInput, RequestInput, RequestListInput } from "@/server/contracts/portal/tenant/requests";
import { getRequest } from "@/server/domain/queries";
import { groupErrors, listRequests } from "@/server/domain/request-log";
import { presentErrors, presentRequest, presentRequestDetail } from "@/server/presenters/tenant/requests";
import { presentSortedPage, readOrder } from "@/server/trpc/cursor";
import { realTimeTenantProcedure, router } from "@/server/trpc/procedures";
import { requestFilterOf } from "@/server/trpc/tenant-filters";

export const requestsRouter = router({
  list: realTimeTenantProcedure.input(RequestListInput).query(async ({ ctx, input }) => {
    const filters = requestFilterOf(input);
    return presentSortedPage(await listRequests(ctx.staff, { filters, ...readOrder(input) }), presentRequest);
  }),

  errors: realTimeTenantProcedure
    .input(ErrorsInput)
    .query(async ({ ctx, input }) => presentErrors(await groupErrors(ctx.staff, input))),

  get: realTimeTenantProcedure
    .input(RequestInput)
    .query(async ({ ctx, input }) => presentRequestDetail(await getRequest(ctx.staff, input))),
});
