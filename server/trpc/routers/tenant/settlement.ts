import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { SettleInput } from "@/server/contracts/portal/tenant/money";
import { findSettlementProof } from "@/server/domain/books";
import { pageOf } from "@/server/domain/list";
import { batchLineList, getBatchRecord, listMerchantMoney } from "@/server/domain/queries";
import { type SettlementOutcome, settleSandbox } from "@/server/domain/sandbox";
import { presentLastProof } from "@/server/presenters/shared/last-proof";
import { presentMerchantMoney, presentStatement } from "@/server/presenters/tenant/settlement";
import { actOnce } from "@/server/trpc/act-once";
import { TENANT_LISTS } from "@/server/trpc/lists/tenant";
import { router, tenantProcedure } from "@/server/trpc/procedures";

/** Lines shown on a statement's page; the CSV has all. */
const MAX_LINES = 200;

export const settlementRouter = router({
  list: tenantProcedure.input(TENANT_LISTS.settlement.input).query(TENANT_LISTS.settlement.query),

  lastProof: tenantProcedure.query(async ({ ctx }) => presentLastProof(await findSettlementProof(ctx.staff))),

  get: tenantProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    const batch = await getBatchRecord(ctx.staff, input);
    return presentStatement(batch, await pageOf(batchLineList(ctx.staff, batch), { limit: MAX_LINES }));
  }),

  money: tenantProcedure.query(async ({ ctx }) => (await listMerchantMoney(ctx.staff, null)).map(presentMerchantMoney)),

  settle: tenantProcedure.input(SettleInput).mutation(async ({ ctx, input }) =>
    actOnce(ctx.staff, {
      name: "tenant.settlement.settle",
      input,
      work: (claim) => settleSandbox(ctx.staff, { merchant: input.merchant ?? null }, claim),
      present: ({ batches }: SettlementOutcome) => ({ batches: batches.map(({ batch }) => batch.id) }),
    }),
  ),
});
