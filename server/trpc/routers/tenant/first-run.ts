import { TestPaymentInput } from "@/server/contracts/portal/tenant/money";
import { getFirstRun } from "@/server/domain/queries";
import { sendTestPayment } from "@/server/domain/sandbox";
import { presentTestPayment } from "@/server/presenters/tenant/authorizations";
import { actOnce } from "@/server/trpc/act-once";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const firstRunRouter = router({
  /** Contains only ids and one public key, so nothing has to be left out. */
  state: tenantProcedure.query(async ({ ctx }) => getFirstRun(ctx.staff)),

  pay: tenantProcedure.input(TestPaymentInput).mutation(({ ctx, input }) =>
    actOnce(ctx.staff, {
      name: "tenant.firstRun.pay",
      input,
      work: (claim) => sendTestPayment(ctx.staff, claim),
      present: presentTestPayment,
    }),
  ),
});
