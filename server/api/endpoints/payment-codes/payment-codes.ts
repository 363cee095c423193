import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { readAnnotations } from "@/server/api/kit/read-request";
import { slowGuessing } from "@/server/api/kit/slow-guessing";
import * as contracts from "@/server/contracts/rest/payment-codes";
import { type RedemptionOutcome, redeemPaymentCode } from "@/server/domain/authorizations";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import {
  createPaymentCode,
  getPaymentCode,
  type NewPaymentCode,
  type RevokeOutcome,
  replacePaymentCode,
  revokePaymentCode,
} from "@/server/domain/payment-codes";
import { readAmount } from "@/server/platform/money";
import { presentNewPaymentCode, presentPaymentCode, presentRedemption } from "@/server/presenters/rest/payment-codes";
import { readCodeTerms } from "./code-terms";

const ONE_PIN = {
  field: "pin",
  what: "The PIN",
  replacing: ({ code }: { readonly code: string }) => ({ contract: contracts.replacePaymentCode, params: { code } }),
};

export const createPaymentCodeEndpoint = tenantEndpoint({
  contract: contracts.createPaymentCode,
  input: ({ body }) => ({
    member: body.member,
    lockoutThreshold: body.lockoutThreshold,
    ...readCodeTerms(body),
  }),
  execute: createPaymentCode,
  present: (created) => answer(201, presentNewPaymentCode(created)),
  secret: ONE_PIN,
});

export const replacePaymentCodeEndpoint = tenantEndpoint({
  contract: contracts.replacePaymentCode,
  input: ({ params }) => ({ code: params.code }),
  execute: (caller, input, claim: IdempotencyClaim<NewPaymentCode> | null) =>
    slowGuessing(caller, {
      code: input.code,
      merchant: null,
      work: () => replacePaymentCode(caller, input, claim),
      isMiss: () => false,
    }),
  present: (created) => answer(201, presentNewPaymentCode(created)),
  secret: ONE_PIN,
});

export const redeemPaymentCodeEndpoint = tenantEndpoint({
  contract: contracts.redeemPaymentCode,
  input: ({ body }) => ({
    code: body.code,
    pin: body.pin,
    amount: readAmount(body.amount),
    merchant: body.merchant,
    currency: body.currency ?? null,
    deviceFingerprint: body.deviceFingerprint ?? null,
    ...readAnnotations(body),
    isSale: body.capture ?? false,
    isRecurring: false,
  }),
  execute: (caller, input, claim: IdempotencyClaim<RedemptionOutcome> | null) =>
    slowGuessing(caller, {
      code: input.code,
      merchant: input.merchant,
      work: () => redeemPaymentCode(caller, input, claim),
      isMiss: ({ row }) => row === null,
    }),
  present: (outcome, { sent }) =>
    answer(outcome.row?.outcome === "approved" ? 201 : 200, presentRedemption(outcome, sent)),
});

export const getPaymentCodeEndpoint = tenantEndpoint({
  contract: contracts.getPaymentCode,
  input: ({ params }) => ({ code: params.code }),
  execute: (caller, input) =>
    slowGuessing(caller, {
      code: input.code,
      merchant: null,
      work: () => getPaymentCode(caller, input),
      isMiss: () => false,
    }),
  present: (row, { now }) => answer(200, presentPaymentCode(row, now)),
});

export const revokePaymentCodeEndpoint = tenantEndpoint({
  contract: contracts.revokePaymentCode,
  input: ({ params, body }) => ({ code: params.code, reason: body.reason ?? null }),
  execute: (caller, input, claim: IdempotencyClaim<RevokeOutcome> | null) =>
    slowGuessing(caller, {
      code: input.code,
      merchant: null,
      work: () => revokePaymentCode(caller, input, claim),
      isMiss: () => false,
    }),
  present: ({ recordId, isRevoked }) => answer(200, { recordId, revoked: isRevoked }),
});
