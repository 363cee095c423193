import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { findAsked } from "@/server/domain/queries";
import { presentAsked } from "@/server/presenters/wallet/requests";
import { memberProcedure, router } from "@/server/trpc/procedures";

export const requestsRouter = router({
  find: memberProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentAsked(input.id, await findAsked(ctx.user, input), ctx.member);
  }),
});
