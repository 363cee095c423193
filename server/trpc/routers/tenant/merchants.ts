import { SetPriceInput } from "@/server/contracts/portal/shared/prices";
import {
  MerchantIdInput,
  MerchantKeyInput,
  MerchantSettingsInput,
  NewMerchantInput,
  NewMerchantKeyInput,
} from "@/server/contracts/portal/tenant/setup";
import {
  changeMerchantSettings,
  createMerchant,
  createMerchantKey,
  getMerchant,
  type ListedMerchant,
  listMerchantCategories,
  listMerchantNames,
  type NewMerchantKey,
  revokeMerchantKey,
} from "@/server/domain/merchants";
import { listMerchantMoney } from "@/server/domain/queries";
import { readPrices, setPrice } from "@/server/domain/settlement";
import { presentMerchant } from "@/server/presenters/rest/merchants";
import { presentMoney } from "@/server/presenters/rest/settlement";
import { presentPrice } from "@/server/presenters/shared/prices";
import { presentMerchantKey } from "@/server/presenters/tenant/merchants";
import { actOnce, showOnce } from "@/server/trpc/act-once";
import { TENANT_LISTS } from "@/server/trpc/lists/tenant";
import { router, tenantProcedure } from "@/server/trpc/procedures";
import { readPrice } from "@/server/trpc/read-price";

export const merchantsRouter = router({
  list: tenantProcedure.input(TENANT_LISTS.merchants.input).query(TENANT_LISTS.merchants.query),

  get: tenantProcedure.input(MerchantIdInput).query(async ({ ctx, input }) => {
    const { merchant, keys } = await getMerchant(ctx.staff, { id: input.id });
    const money = await listMerchantMoney(ctx.staff, merchant.id);
    const prices = await readPrices(ctx.staff, { merchantId: merchant.id });
    return {
      ...presentMerchant(merchant),
      keysOf: keys.map(presentMerchantKey),
      money: money.map(presentMoney),
      prices: prices.map(presentPrice),
    };
  }),

  names: tenantProcedure.query(({ ctx }) => listMerchantNames(ctx.staff)),

  categories: tenantProcedure.query(() => listMerchantCategories()),

  create: tenantProcedure.input(NewMerchantInput).mutation(async ({ ctx, input }) => {
    const { key, name, mcc, isSameDayReversalEnabled } = input;
    const merchant = { tenantId: ctx.staff.tenantId, name, mcc, settings: { isSameDayReversalEnabled } };
    return actOnce(ctx.staff, {
      name: "tenant.merchants.create",
      input: { key, name, mcc, isSameDayReversalEnabled },
      work: (claim) => createMerchant(ctx.staff, merchant, claim),
      present: ({ id }: ListedMerchant) => ({ id }),
    });
  }),

  /** Only this response contains the key. */
  createKey: tenantProcedure.input(NewMerchantKeyInput).mutation(({ ctx, input }) => {
    const { key, id, label, scopes, expiresOn } = input;
    const expiresAt = expiresOn === undefined ? null : new Date(`${expiresOn}T00:00:00.000Z`);
    return showOnce(ctx.staff, {
      name: "tenant.merchants.createKey",
      input: { key, id, label, scopes, expiresOn },
      work: (claim) => createMerchantKey(ctx.staff, { merchantId: id, label: label || null, scopes, expiresAt }, claim),
      present: (made: NewMerchantKey) => made,
    });
  }),

  revokeKey: tenantProcedure.input(MerchantKeyInput).mutation(async ({ ctx, input }) => {
    await revokeMerchantKey(ctx.staff, { merchantId: input.merchantId, keyId: input.keyId });
    return { id: input.keyId };
  }),

  setPrice: tenantProcedure.input(SetPriceInput).mutation(async ({ ctx, input }) => {
    await setPrice(ctx.staff, readPrice(input));
    return { id: input.id };
  }),

  changeSettings: tenantProcedure.input(MerchantSettingsInput).mutation(async ({ ctx, input }) => {
    await changeMerchantSettings(ctx.staff, { id: input.id, settings: input.settings });
    return { id: input.id };
  }),
});
