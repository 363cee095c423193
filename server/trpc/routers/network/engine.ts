import { RunInput, RunListInput } from "@/server/contracts/portal/network/network";
import { cancelRun, getEngine, listEngineRuns, replayRun } from "@/server/domain/engine";
import { presentEngine, presentRun } from "@/server/presenters/network/running";
import { presentPage, readCursor } from "@/server/trpc/cursor";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const engineRouter = router({
  get: operatorProcedure.query(async ({ ctx }) => presentEngine(await getEngine(ctx.operator))),

  runs: operatorProcedure.input(RunListInput).query(async ({ ctx, input }) => {
    const { state, limit, cursor } = input;
    return presentPage(await listEngineRuns(ctx.operator, { state, limit, cursor: readCursor(cursor) }), presentRun);
  }),

  replay: operatorProcedure.input(RunInput).mutation(async ({ ctx, input }) => {
    await replayRun(ctx.operator, input);
    return { id: input.id };
  }),

  cancel: operatorProcedure.input(RunInput).mutation(async ({ ctx, input }) => {
    await cancelRun(ctx.operator, input);
    return { id: input.id };
  }),
});
