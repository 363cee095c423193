import {
  MerchantListInput,
  MerchantStatusInput,
  SameDayReversalInput,
} from "@/server/contracts/portal/network/network";
import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { allowSameDayReversal, setMerchantStatus } from "@/server/domain/merchants";
import { getNetworkMerchant, listMerchantMoney, listNetworkMerchants } from "@/server/domain/queries";
import { presentMerchantPage, presentNetworkMerchant } from "@/server/presenters/network/network";
import { presentSortedPage, readOrder } from "@/server/trpc/cursor";
import { operatorProcedure, router } from "@/server/trpc/procedures";

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
    return presentMerchantPage(merchant, await listMerchantMoney({ tenantId, environment }, merchant.id));
  }),

  setStatus: operatorProcedure.input(MerchantStatusInput).mutation(async ({ ctx, input }) => {
    await setMerchantStatus(ctx.operator, input);
    return { status: input.status };
  }),

  allowSameDayReversal: operatorProcedure.input(SameDayReversalInput).mutation(async ({ ctx, input }) => {
    await allowSameDayReversal(ctx.operator, input);
    return { isEnabled: input.isEnabled };
  }),
});
