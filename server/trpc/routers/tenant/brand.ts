import { looksOf } from "@/server/contracts/brand/looks";
import { AccentInput, LogoInput } from "@/server/contracts/portal/tenant/brand";
import { changeAccent, changeLogo, getBrand, removeLogo } from "@/server/domain/brands";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const brandRouter = router({
  get: tenantProcedure.query(async ({ ctx }) => {
    const brand = await getBrand(ctx.staff);
    return { accent: brand.accent, ...looksOf(ctx.staff.tenantId, brand) };
  }),

  changeAccent: tenantProcedure.input(AccentInput).mutation(async ({ ctx, input }) => {
    await changeAccent(ctx.staff, { accent: input.accent });
    return {};
  }),

  changeLogo: tenantProcedure.input(LogoInput).mutation(async ({ ctx, input }) => {
    await changeLogo(ctx.staff, { logo: input.logo });
    return {};
  }),

  removeLogo: tenantProcedure.mutation(async ({ ctx }) => {
    await removeLogo(ctx.staff);
    return {};
  }),
});
