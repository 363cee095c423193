import {
  MerchantListInput,
  MerchantStatusInput,
  SameDayReversalInput,
} from "@/server/contracts/portal/network/network";
import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { SetPriceInput } from "@/server/contracts/portal/shared/prices";
import { allowSameDayReversal, setMerchantStatus } from "@/server/domain/merchants";
import { getNetworkMerchant, listMerchantMoney, listNetworkMerchants } from "@/server/domain/queries";
import { readPrices, setPrice } from "@/server/domain/settlement";
import { presentMerchantPage, presentNetworkMerchant } from "@/server/presenters/network/network";
import { presentPrice } from "@/server/presenters/shared/prices";
import { presentSortedPage, readOrder } from "@/server/trpc/cursor";
import { operatorProcedure, router } from "@/server/trpc/procedures";
import { readPrice } from "@/server/trpc/read-price";

export const merchantsRouter = router({
  list: operatorProcedure.input(MerchantListInput).query(async ({ ctx, input }) => {
    const { environment: _, ...filter } = input;
    const page = await listNetworkMerchants(ctx.operator, { ...filter, ...readOrder(input) });
    return presentSortedPage(page, presentNetworkMerchant);
  }),

  get: operatorProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    const merchant = await getNetworkMerchant(ctx.operator, input);
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
