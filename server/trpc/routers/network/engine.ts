import { RunInput, RunListInput } from "@/server/contracts/portal/network/network";
import { getEngine, listEngineRuns, replayRun } from "@/server/domain/engine";
import { presentEngine, presentRun } from "@/server/presenters/network/running";
import { presentSortedPage, readOrder } from "@/server/trpc/cursor";
import { runFilterOf } from "@/server/trpc/network-filters";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const engineRouter = router({
  get: operatorProcedure.query(async ({ ctx }) => presentEngine(await getEngine(ctx.operator))),

  runs: operatorProcedure.input(RunListInput).query(async ({ ctx, input }) => {
    const page = await listEngineRuns(ctx.operator, { ...runFilterOf(input), ...readOrder(input) });
    return presentSortedPage(page, presentRun);
  }),

  replay: operatorProcedure.input(RunInput).mutation(async ({ ctx, input }) => {
    await replayRun(ctx.operator, input);
    return { id: input.id };
  }),
});
