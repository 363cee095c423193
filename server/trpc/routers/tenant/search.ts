import { SearchInput } from "@/server/contracts/portal/shared/search";
import { findRecords } from "@/server/domain/queries";
import { presentFoundRecords } from "@/server/presenters/tenant/search";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const searchRouter = router({
  find: tenantProcedure
    .input(SearchInput)
    .query(async ({ ctx, input }) => presentFoundRecords(await findRecords(ctx.staff, input), ctx.staff.now)),
});
