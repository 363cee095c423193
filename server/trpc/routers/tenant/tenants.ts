import { KeepLiveBodiesInput, RenameTenantInput, TimeZoneInput } from "@/server/contracts/portal/tenant/setup";
import { askForLive, changeTimeZone, getTenant, keepLiveBodies, renameTenant } from "@/server/domain/tenants";
import { presentTenantFacts } from "@/server/presenters/rest/tenants";
import { realTimeTenantProcedure, router, tenantProcedure } from "@/server/trpc/procedures";

export const tenantsRouter = router({
  get: tenantProcedure.query(async ({ ctx }) => presentTenantFacts(await getTenant(ctx.staff), ctx.staff)),

  rename: realTimeTenantProcedure.input(RenameTenantInput).mutation(async ({ ctx, input }) => {
    await renameTenant(ctx.staff, { title: input.title });
    return { title: input.title };
  }),

  changeTimeZone: realTimeTenantProcedure.input(TimeZoneInput).mutation(async ({ ctx, input }) => {
    await changeTimeZone(ctx.staff, { timeZone: input.timeZone });
    return { timeZone: input.timeZone };
  }),

  keepLiveBodies: realTimeTenantProcedure.input(KeepLiveBodiesInput).mutation(async ({ ctx, input }) => {
    await keepLiveBodies(ctx.staff, { isOn: input.isOn });
    return { isOn: input.isOn };
  }),

  askForLive: realTimeTenantProcedure.mutation(async ({ ctx }) => {
    await askForLive(ctx.staff);
    return { id: ctx.staff.tenantId };
  }),
});
