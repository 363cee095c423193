import { getFirstRun } from "@/server/domain/stories";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const firstRunRouter = router({
  /** Ids and one public key: there is nothing to leave out. */
  state: tenantProcedure.query(async ({ ctx }) => getFirstRun(ctx.staff)),
});
