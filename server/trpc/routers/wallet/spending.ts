import { SpendingInput } from "@/server/contracts/portal/wallet/spending";
import { getSpending } from "@/server/domain/queries";
import { presentSpending } from "@/server/presenters/wallet/spending";
import { memberProcedure, router } from "@/server/trpc/procedures";

export const spendingRouter = router({
  list: memberProcedure.input(SpendingInput).query(async ({ ctx, input: { zone, last = null, months: count } }) => {
    return (await getSpending(ctx.member, { zone, last, count })).map(presentSpending);
  }),
});
