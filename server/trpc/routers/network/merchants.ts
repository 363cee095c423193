import { MerchantStatusInput, SameDayReversalInput } from "@/server/contracts/portal/network/network";
import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { SetPriceInput } from "@/server/contracts/portal/shared/prices";
import { allowSameDayReversal, getMerchant, setMerchantStatus } from "@/server/domain/merchants";
import { listMerchantMoney } from "@/server/domain/queries";
import { readPrices, setPrice } from "@/server/domain/settlement";
import { presentMerchantPage } from "@/server/presenters/network/network";
import { presentPrice } from "@/server/presenters/shared/prices";
import { NETWORK_LISTS } from "@/server/trpc/lists/network";
import { operatorProcedure, router } from "@/server/trpc/procedures";
import { readPrice } from "@/server/trpc/read-price";

export const merchantsRouter = router({
  list: operatorProcedure.input(NETWORK_LISTS.merchants.input).query(NETWORK_LISTS.merchants.query),

  get: operatorProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    const { merchant } = await getMerchant(ctx.operator, input);
    const { tenantId } = merchant;
    const { environment } = ctx.operator;
    const money = await listMerchantMoney({ tenantId, environment }, merchant.id);
    const prices = await readPrices(ctx.operator, { merchantId: merchant.id });
    return { ...presentMerchantPage(merchant, money), prices: prices.map(presentPrice) };
  }),

  setStatus: operatorProcedure.input(MerchantStatusInput).mutation(async ({ ctx, input }) => {
    await setMerchantStatus(ctx.operator, input);
    return { status: input.status };
  }),

  setPrice: operatorProcedure.input(SetPriceInput).mutation(async ({ ctx, input }) => {
    await setPrice(ctx.operator, readPrice(input));
    return { id: input.id };
  }),

  allowSameDayReversal: operatorProcedure.input(SameDayReversalInput).mutation(async ({ ctx, input }) => {
    await allowSameDayReversal(ctx.operator, input);
    return { isEnabled: input.isEnabled };
  }),
});
