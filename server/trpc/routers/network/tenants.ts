import {
  InviteOwnerInput,
  OnboardTenantInput,
  TenantSlugInput,
  TenantStatusInput,
  TenantTierInput,
} from "@/server/contracts/portal/network/network";
import { pageOf } from "@/server/domain/list";
import { approveForLive, onboardTenant } from "@/server/domain/onboarding";
import { auditList } from "@/server/domain/queries";
import { type Invited, inviteOwner } from "@/server/domain/team";
import { getTenantBySlug, listTenantKeys, setTenantStatus, setTenantTier } from "@/server/domain/tenants";
import { listDemoLogins, listTenantPeople } from "@/server/domain/users";
import { presentTenantPage } from "@/server/presenters/network/network";
import { showOnce } from "@/server/trpc/act-once";
import { NETWORK_LISTS } from "@/server/trpc/lists/network";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const tenantsRouter = router({
  list: operatorProcedure.input(NETWORK_LISTS.tenants.input).query(NETWORK_LISTS.tenants.query),

  get: operatorProcedure.input(TenantSlugInput).query(async ({ ctx, input }) => {
    const tenant = await getTenantBySlug(ctx.operator, input);
    const [people, keys, demoLogins, asked] = await Promise.all([
      listTenantPeople(ctx.operator, { tenantId: tenant.id }),
      listTenantKeys(ctx.operator, tenant),
      listDemoLogins(),
      pageOf(auditList(ctx.operator, { tenantId: tenant.id, action: "tenant.live_asked" }), { limit: 1 }),
    ]);
    const liveAskedBy = asked.items[0]?.actor ?? null;
    return presentTenantPage({ tenant, people, keys, hasDemoLogins: demoLogins.length > 0, liveAskedBy });
  }),

  onboard: operatorProcedure.input(OnboardTenantInput).mutation(({ ctx, input }) => onboardTenant(ctx.operator, input)),

  /** Only this response and the email contain the link. */
  inviteOwner: operatorProcedure.input(InviteOwnerInput).mutation(({ ctx, input }) => {
    const { key, slug, email } = input;
    return showOnce(ctx.operator, {
      name: "network.tenants.inviteOwner",
      input: { key, slug, email },
      work: (claim) => inviteOwner(ctx.operator, { slug, email }, claim),
      present: (invited: Invited) => invited,
    });
  }),

  setStatus: operatorProcedure.input(TenantStatusInput).mutation(async ({ ctx, input }) => {
    await setTenantStatus(ctx.operator, input);
    return { status: input.status };
  }),

  setTier: operatorProcedure.input(TenantTierInput).mutation(async ({ ctx, input }) => {
    const { awaits } = await setTenantTier(ctx.operator, input);
    return { tier: input.tier, isHeld: awaits !== null };
  }),

  approve: operatorProcedure.input(TenantSlugInput).mutation(async ({ ctx, input }) => {
    await approveForLive(ctx.operator, input);
    return { isApproved: true };
  }),
});
