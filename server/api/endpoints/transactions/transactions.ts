import type { z } from "zod";
import { answer, merchantEndpoint } from "@/server/api/kit/endpoint";
import { slowGuessing } from "@/server/api/kit/slow-guessing";
import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import * as contracts from "@/server/contracts/rest/transactions";
import {
  type AuthorizationOutcome,
  captureAuthorization,
  createAuthorization,
  getTransaction,
  type RedemptionOutcome,
  redeemPaymentCode,
  refundTransaction,
  reverseTransaction,
  voidAuthorization,
} from "@/server/domain/authorizations";
import type { MerchantCaller } from "@/server/domain/caller";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { parsePanToken } from "@/server/platform/ids";
import { readAmount, readOptionalAmount } from "@/server/platform/money";
import {
  presentAuthorizedTransaction,
  presentCapturedTransaction,
  presentRefund,
  presentSale,
  presentTransaction,
  presentTransactionReversal,
  presentVoid,
} from "@/server/presenters/rest/transactions";

type PaymentBody = z.output<typeof contracts.sellTransaction.body.schema>;
type PaymentOutcome = AuthorizationOutcome | RedemptionOutcome;

/** A panToken sent by a merchant stands for a card on file. */
const MODE_TOKEN = "04" as const;

/** A hold or a sale by whatever pays: the card of a panToken, or a payment code. */
async function pay(
  caller: MerchantCaller,
  { body, isSale }: { readonly body: PaymentBody; readonly isSale: boolean },
  claim: IdempotencyClaim<PaymentOutcome> | null,
): Promise<PaymentOutcome> {
  const { paymentMethod: method } = body;
  const shared = {
    amount: readAmount(body.amount),
    currency: body.currency ?? null,
    merchantReference: body.merchantReference ?? null,
    isSale,
  };
  if (method.type === "paymentCode") {
    const redemption = {
      code: method.paymentCode,
      pin: method.pin ?? null,
      merchant: null,
      deviceFingerprint: null,
      metadata: null,
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
  present: (outcome) => answer(200, presentAuthorizedTransaction(outcome)),
  provesKey: true,
});

export const sellTransactionEndpoint = merchantEndpoint({
  contract: contracts.sellTransaction,
  input: ({ body }) => ({ body, isSale: true }),
  execute: pay,
  present: (outcome) => answer(200, presentSale(outcome)),
  provesKey: true,
});

export const captureTransactionEndpoint = merchantEndpoint({
  contract: contracts.captureTransaction,
  input: ({ body }) => ({
    id: body.authorizationId,
    amount: readOptionalAmount(body.amount),
    merchantReference: body.merchantReference ?? null,
  }),
  execute: captureAuthorization,
  present: (outcome) => answer(200, presentCapturedTransaction(outcome)),
  named: { by: "authorizationId", idIn: ({ target }) => target.id },
  provesKey: true,
});

export const voidTransactionEndpoint = merchantEndpoint({
  contract: contracts.voidTransaction,
  input: ({ body }) => ({ id: body.authorizationId, amount: readOptionalAmount(body.amount) }),
  execute: voidAuthorization,
  present: (outcome) => answer(200, presentVoid(outcome)),
  named: { by: "authorizationId", idIn: ({ target }) => target.id },
  provesKey: true,
});

export const refundTransactionEndpoint = merchantEndpoint({
  contract: contracts.refundTransaction,
  input: ({ body }) => ({
    transactionId: body.transactionId,
    amount: readOptionalAmount(body.amount),
    reasonCode: body.reason,
  }),
  execute: refundTransaction,
  present: (outcome) => answer(200, presentRefund(outcome)),
});

export const reverseTransactionEndpoint = merchantEndpoint({
  contract: contracts.reverseTransaction,
  input: ({ body }) => ({ transactionId: body.transactionId }),
  execute: reverseTransaction,
  present: (outcome) => answer(200, presentTransactionReversal(outcome)),
});

export const getTransactionEndpoint = merchantEndpoint({
  contract: contracts.getTransaction,
  input: ({ body: { transactionId, merchantReference } }) =>
    transactionId === undefined ? { merchantReference: merchantReference ?? "" } : { transactionId },
  execute: getTransaction,
  present: (history, { now }) => answer(200, presentTransaction(history, now)),
});
