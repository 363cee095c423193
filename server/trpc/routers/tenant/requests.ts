import { RequestInput, RequestListInput } from "@/server/contracts/portal/tenant/requests";
import { listRequests } from "@/server/domain/request-log";
import { getRequest } from "@/server/domain/stories";
import { presentRequest, presentRequestDetail } from "@/server/presenters/tenant/requests";
import { presentPage, readCursor } from "@/server/trpc/cursor";
import { router, tenantProcedure } from "@/server/trpc/procedures";

const CLASSES = { "2": 2, "4": 4, "5": 5 } as const;

export const requestsRouter = router({
  list: tenantProcedure.input(RequestListInput).query(async ({ ctx, input }) => {
    const { limit, cursor, statusClass, operation, key, idempotencyKey, requestId } = input;
    const [method = null, route = null] = operation?.split(" ") ?? [];
    const filters = {
      statusClass: statusClass ? CLASSES[statusClass] : null,
      method,
      route,
      keyId: key ?? null,
      idempotencyKey: idempotencyKey ?? null,
      requestId: requestId ?? null,
    };
    return presentPage(await listRequests(ctx.staff, { filters, limit, cursor: readCursor(cursor) }), presentRequest);
  }),

  get: tenantProcedure
    .input(RequestInput)
    .query(async ({ ctx, input }) => presentRequestDetail(await getRequest(ctx.staff, input))),
});
