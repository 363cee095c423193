import { RequestInput, RequestListInput } from "@/server/contracts/portal/tenant/requests";
import { listRequests } from "@/server/domain/request-log";
import { getRequest } from "@/server/domain/stories";
import { presentRequest, presentRequestDetail } from "@/server/presenters/tenant/requests";
import { presentPage, readCursor } from "@/server/trpc/cursor";
import { router, tenantProcedure } from "@/server/trpc/procedures";
import { requestFilterOf } from "@/server/trpc/tenant-filters";

export const requestsRouter = router({
  list: tenantProcedure.input(RequestListInput).query(async ({ ctx, input }) => {
    const { limit, cursor } = input;
    const filters = requestFilterOf(input);
    return presentPage(await listRequests(ctx.staff, { filters, limit, cursor: readCursor(cursor) }), presentRequest);
  }),

  get: tenantProcedure
    .input(RequestInput)
    .query(async ({ ctx, input }) => presentRequestDetail(await getRequest(ctx.staff, input))),
});
