import type { z } from "zod";
import { answer, merchantEndpoint } from "@/server/api/kit/endpoint";
import { readAnnotations } from "@/server/api/kit/read-request";
import { slowGuessing } from "@/server/api/kit/slow-guessing";
import { isCrockford, normalizeCrockford } from "@/server/contracts/crockford";
import * as contracts from "@/server/contracts/rest/merchant-payment-codes";
import { type RedeemPaymentCodeInput, type RedemptionOutcome, redeemPaymentCode } from "@/server/domain/authorizations";
import type { MerchantCaller } from "@/server/domain/caller";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { validatePaymentCode } from "@/server/domain/payment-codes";
import { readAmount } from "@/server/platform/money";
import { presentValidation } from "@/server/presenters/rest/payment-codes";
import { presentSale } from "@/server/presenters/rest/transactions";

const CODE_LENGTHS = [8, 10];

export const validatePaymentCodeEndpoint = merchantEndpoint({
  contract: contracts.validatePaymentCode,
  input: ({ body }) => {
    const code = normalizeCrockford(body.paymentCode);
    return { code: CODE_LENGTHS.some((length) => isCrockford(code, length)) ? code : null };
  },
  execute: (caller, input) =>
    slowGuessing(caller, {
      code: input.code,
      merchant: caller.merchantId,
      work: () => validatePaymentCode(caller, input),
      isMiss: ({ isMiss }) => isMiss,
    }),
  present: (outcome, { now }) => answer(200, presentValidation(outcome, now)),
});

function readCharge(body: z.output<typeof contracts.chargePaymentCode.body.schema>, isRecurring: boolean) {
  return {
    code: body.paymentCode,
    pin: body.pin ?? null,
    amount: readAmount(body.amount),
    merchant: null,
    currency: body.currency ?? null,
    deviceFingerprint: null,
    ...readAnnotations(body),
    isSale: true,
    isRecurring,
  };
}

async function redeem(
  caller: MerchantCaller,
  input: RedeemPaymentCodeInput,
  claim: IdempotencyClaim<RedemptionOutcome> | null,
): Promise<RedemptionOutcome> {
  return slowGuessing(caller, {
    code: input.code,
    merchant: caller.merchantId,
    work: () => redeemPaymentCode(caller, input, claim),
    isMiss: ({ row }) => row === null,
  });
}

export const sellPaymentCodeEndpoint = merchantEndpoint({
  contract: contracts.sellPaymentCode,
  input: ({ body }) => readCharge(body, false),
  execute: redeem,
  present: (outcome, { sent }) => answer(200, presentSale(outcome, sent)),
  repeatsMetadata: true,
});

export const chargePaymentCodeEndpoint = merchantEndpoint({
  contract: contracts.chargePaymentCode,
  input: ({ body }) => readCharge(body, true),
  execute: redeem,
  present: (outcome, { sent }) => answer(200, presentSale(outcome, sent)),
  repeatsMetadata: true,
});
