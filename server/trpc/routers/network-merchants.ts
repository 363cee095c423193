import { MerchantListInput, MerchantStatusInput, SameDayReversalInput } from "@/server/contracts/network";
import { RecordInput } from "@/server/contracts/portal";
import {
  allowSameDayReversal,
  getNetworkMerchant,
  listNetworkMerchants,
  setMerchantStatus,
} from "@/server/domain/merchants";
import { listMerchantMoney } from "@/server/domain/settlement";
import { parseRecordId } from "@/server/platform/ids";
import { presentMerchantPage, presentNetworkMerchant } from "@/server/presenters/network";
import { presentPage, readCursor } from "../cursor";
import { operatorProcedure, router } from "../procedures";

export const networkMerchantsRouter = router({
  list: operatorProcedure.input(MerchantListInput).query(async ({ ctx, input }) => {
    const { cursor, environment: _, ...filter } = input;
    const page = await listNetworkMerchants(ctx.operator, { ...filter, cursor: readCursor(cursor) });
    return presentPage(page, presentNetworkMerchant);
  }),

  get: operatorProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    const merchant = await getNetworkMerchant(ctx.operator, input);
    const { environment } = ctx.operator;
    const tenantId = parseRecordId(merchant.tenantId);
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
