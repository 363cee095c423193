import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { RecordIdInput } from "@/server/contracts/portal/shared/record-id";
import { MintCodeInput } from "@/server/contracts/portal/tenant/money";
import { createPaymentCode, revokeIssuedCode } from "@/server/domain/payment-codes";
import { getIssuedCode } from "@/server/domain/queries";
import { readAmount } from "@/server/platform/money";
import { presentIssuedCode, presentNewPaymentCode } from "@/server/presenters/rest/payment-codes";
import { showOnce } from "@/server/trpc/act-once";
import { TENANT_LISTS } from "@/server/trpc/lists/tenant";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const paymentCodesRouter = router({
  list: tenantProcedure.input(TENANT_LISTS["payment-codes"].input).query(TENANT_LISTS["payment-codes"].query),

  get: tenantProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentIssuedCode(await getIssuedCode(ctx.staff, input), ctx.staff.now);
  }),

  /** Only this response contains the code and PIN. */
  create: tenantProcedure.input(MintCodeInput).mutation(async ({ ctx, input }) => {
    const recurring = input.allowRecurring ? input : null;
    const terms = {
      member: input.member,
      lockoutThreshold: input.lockoutThreshold,
      account: input.account ?? null,
      merchant: input.merchant ?? null,
      currency: input.currency ?? null,
      maxAmount: input.maxAmount === undefined ? null : readAmount(input.maxAmount),
      expiryMinutes: input.expiryMinutes,
      isSingleUse: !input.allowRecurring && (input.singleUse ?? true),
      isRecurring: input.allowRecurring,
      recurringInterval: recurring?.recurringInterval ?? null,
      recurringLimit: recurring?.recurringLimit ?? null,
      recurringThru: recurring?.recurringThru === undefined ? null : new Date(recurring.recurringThru),
      displayHint: input.displayHint ?? null,
      metadata: input.metadata ?? null,
    };
    return showOnce(ctx.staff, {
      name: "tenant.paymentCodes.create",
      input,
      work: (claim) => createPaymentCode(ctx.staff, terms, claim),
      present: presentNewPaymentCode,
    });
  }),

  revoke: tenantProcedure.input(RecordIdInput).mutation(async ({ ctx, input }) => {
    const { isRevoked } = await revokeIssuedCode(ctx.staff, { id: input.id, reason: null });
    return { isRevoked };
  }),
});
