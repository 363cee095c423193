import { getTenant } from "@/server/domain/tenants";
import { presentTenantFacts } from "@/server/presenters/tenants";
import { router, tenantProcedure } from "../procedures";

export const tenantsRouter = router({
  /** The tenant of a page, and what the person may do there. */
  get: tenantProcedure.query(async ({ ctx }) => presentTenantFacts(await getTenant(ctx.staff), ctx.staff)),
});
