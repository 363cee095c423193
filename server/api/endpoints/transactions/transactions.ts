import type { z } from "zod";
import { answer, merchantEndpoint } from "@/server/api/kit/endpoint";
import { readAnnotations } from "@/server/api/kit/read-request";
import { slowGuessing } from "@/server/api/kit/slow-guessing";
import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import * as contracts from "@/server/contracts/rest/transactions";
import {
  type AuthorizationOutcome,
  captureAuthorization,
  createAuthorization,
  incrementAuthorization,
  type RedemptionOutcome,
  redeemPaymentCode,
  refundTransaction,
  reverseTransaction,
  voidAuthorization,
} from "@/server/domain/authorizations";
import type { MerchantCaller } from "@/server/domain/caller";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { getTransactionMoves } from "@/server/domain/queries";
import { parsePanToken } from "@/server/platform/ids";
import { readAmount, readOptionalAmount } from "@/server/platform/money";
import {
  presentAuthorizedTransaction,
  presentCapturedTransaction,
  presentIncrementedTransaction,
  presentRefund,
  presentSale,
  presentTransaction,
  presentTransactionReversal,
  presentVoid,
} from "@/server/presenters/rest/transactions";

type PaymentBody = z.output<typeof contracts.sellTransaction.body.schema>;
type PaymentOutcome = AuthorizationOutcome | RedemptionOutcome;

const MODE_TOKEN = "04" as const;

async function pay(
  caller: MerchantCaller,
  { body, isSale }: { readonly body: PaymentBody; readonly isSale: boolean },
  claim: IdempotencyClaim<PaymentOutcome> | null,
): Promise<PaymentOutcome> {
  const { paymentMethod: method } = body;
  const shared = {
    amount: readAmount(body.amount),
    currency: body.currency ?? null,
    isSale,
    ...readAnnotations(body),
  };
  if (method.type === "paymentCode") {
    const redemption = {
      code: method.paymentCode,
      pin: method.pin ?? null,
      merchant: null,
      deviceFingerprint: null,
      isRecurring: false,
      ...shared,
    };
    return slowGuessing(caller, {
      code: redemption.code,
      merchant: caller.merchantId,
      work: () => redeemPaymentCode(caller, redemption, claim),
      isMiss: ({ row }) => row === null,
    });
  }
  const authorization = {
    panToken: parsePanToken(method.panToken),
    merchant: null,
    ...NOTHING_DESCRIBED,
    ...shared,
    mode: MODE_TOKEN,
  };
  return createAuthorization(caller, authorization, claim);
}

export const authorizeTransactionEndpoint = merchantEndpoint({
  contract: contracts.authorizeTransaction,
  input: ({ body }) => ({ body, isSale: false }),
  execute: pay,
  present: (outcome, { sent }) => answer(200, presentAuthorizedTransaction(outcome, sent)),
  repeatsMetadata: true,
});

export const sellTransactionEndpoint = merchantEndpoint({
  contract: contracts.sellTransaction,
  input: ({ body }) => ({ body, isSale: true }),
  execute: pay,
  present: (outcome, { sent }) => answer(200, presentSale(outcome, sent)),
  repeatsMetadata: true,
});

export const captureTransactionEndpoint = merchantEndpoint({
  contract: contracts.captureTransaction,
  input: ({ body: { authorizationId: id, amount, ...asked } }) => ({
    id,
    amount: readOptionalAmount(amount),
    ...asked,
  }),
  execute: captureAuthorization,
  present: (outcome, { sent }) => answer(200, presentCapturedTransaction(outcome, sent)),
  repeatsMetadata: true,
  named: { by: "authorizationId", idIn: ({ target }) => target.id },
});

export const incrementTransactionEndpoint = merchantEndpoint({
  contract: contracts.incrementTransaction,
  input: ({ body }) => ({ id: body.authorizationId, amount: readAmount(body.amount), ...readAnnotations(body) }),
  execute: incrementAuthorization,
  present: (outcome, { sent }) => answer(200, presentIncrementedTransaction(outcome, sent)),
  repeatsMetadata: true,
  // Increments belong to the root authorization, even if refused.
  named: { by: "authorizationId", idIn: ({ row }) => row.rootId },
});

export const voidTransactionEndpoint = merchantEndpoint({
  contract: contracts.voidTransaction,
  input: ({ body }) => ({
    id: body.authorizationId,
    amount: readOptionalAmount(body.amount),
    ...readAnnotations(body),
  }),
  execute: voidAuthorization,
  present: (outcome, { sent }) => answer(200, presentVoid(outcome, sent)),
  repeatsMetadata: true,
  named: { by: "authorizationId", idIn: ({ target }) => target.id },
});

export const refundTransactionEndpoint = merchantEndpoint({
  contract: contracts.refundTransaction,
  input: ({ body }) => ({
    transactionId: body.transactionId,
    amount: readOptionalAmount(body.amount),
    reasonCode: body.reason,
    ...readAnnotations(body),
  }),
  execute: refundTransaction,
  present: (outcome, { sent }) => answer(200, presentRefund(outcome, sent)),
  repeatsMetadata: true,
});

export const reverseTransactionEndpoint = merchantEndpoint({
  contract: contracts.reverseTransaction,
  input: ({ body }) => ({ transactionId: body.transactionId, ...readAnnotations(body) }),
  execute: reverseTransaction,
  present: (outcome, { sent }) => answer(200, presentTransactionReversal(outcome, sent)),
  repeatsMetadata: true,
});

export const getTransactionEndpoint = merchantEndpoint({
  contract: contracts.getTransaction,
  input: ({ body: { transactionId, merchantReference } }) =>
    transactionId === undefined ? { merchantReference: merchantReference ?? "" } : { transactionId },
  execute: getTransactionMoves,
  present: (moves, { now }) => answer(200, presentTransaction(moves, now)),
});
