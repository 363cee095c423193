import { SearchInput } from "@/server/contracts/portal/shared/search";
import { findNetworkRecords } from "@/server/domain/queries";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const searchRouter = router({
  find: operatorProcedure
    .input(SearchInput)
    .query(async ({ ctx, input }) => ({ records: await findNetworkRecords(ctx.operator, input) })),
});
