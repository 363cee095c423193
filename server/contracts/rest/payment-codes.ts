import { created, defineOperation, GET, ok } from "./operation";
import {
  CreatedPaymentCode,
  CreatePaymentCodeBody,
  PathCode,
  PaymentCodeRecord,
  RedeemPaymentCodeBody,
  Redemption,
  RevokedPaymentCode,
  RevokePaymentCodeBody,
} from "./payment-code-schemas";
import { formatSecretShown } from "./secret-shown";

const shared = { tag: "Payment codes", auth: "tenant" } as const;
const recordId = "3Fq8rTBhLm5QdXc7K";
const createdExample = { status: "Code Active", code: "7KQ2M9XW4T", recordId, expiresAt: "2026-11-21T09:40:00.000Z" };

const REPLACE = { method: "POST", path: "/v1/payment-codes/{code}/replace" } as const;
const repeated = {
  ...createdExample,
  secretShown: formatSecretShown("The PIN", { contract: REPLACE, params: { code: createdExample.code } }),
};

export const createPaymentCode = defineOperation({
  ...shared,
  id: "createPaymentCode",
  method: "POST",
  path: "/v1/payment-codes",
  summary: "Create a payment code",
  description:
    "A code with a PIN for a member of the tenant. Both are stored as hashes. The PIN is shown once; a repeat under the same Idempotency-Key shows the code again, from an encrypted copy of the first response.",
  idempotency: "required",
  body: { schema: CreatePaymentCodeBody, example: { member: "TESTmemberAlice01", maxAmount: 50, expiryMinutes: 15 } },
  responses: created(
    "Minted.",
    CreatedPaymentCode,
    { ...createdExample, pin: "4XW9KQ2" },
    { without: "the PIN", example: repeated },
  ),
  errors: ["invalid_reference", "tenant_suspended"],
});

export const replacePaymentCode = defineOperation({
  ...shared,
  id: "replacePaymentCode",
  ...REPLACE,
  summary: "Replace a payment code",
  description:
    "For a code whose PIN was lost: ends it immediately, and creates another with the same member, account, merchant, limits, terms, and deadline, and with a new PIN. Only a code that never paid and can still be used is replaced.",
  idempotency: "required",
  params: PathCode,
  responses: created(
    "The new code.",
    CreatedPaymentCode,
    { ...createdExample, pin: "4XW9KQ2" },
    { without: "the PIN", example: repeated },
  ),
  errors: ["payment_code_not_found", "payment_code_not_usable", "tenant_suspended"],
});

export const redeemPaymentCode = defineOperation({
  ...shared,
  id: "redeemPaymentCode",
  method: "POST",
  path: "/v1/payment-codes/authorize",
  summary: "Redeem a payment code",
  description:
    "Places a hold on the member’s account that you can capture, increment, or reverse; with `capture`, takes the money at once. A wrong PIN is a decline and counts as a try.",
  idempotency: "required",
  unknownFields: "ignored",
  body: {
    schema: RedeemPaymentCodeBody,
    example: {
      code: "7KQ2M9XW4T",
      pin: "4XW9KQ2",
      amount: 12.5,
      merchant: "TESTmerchantCafe1",
      merchantReference: "order-1003",
    },
  },
  responses: {
    201: {
      description: "Approved: the hold stands, or the sale is captured.",
      schema: Redemption,
      example: {
        status: "approved",
        amount: 12.5,
        authorizationId: "4821907",
        recordId: "3Fq8rT2kZb7Wn4XsD",
        expires: "2026-11-28T09:30:00.000Z",
        transactionId: null,
        account: "TESTacctAlice0001",
        member: "TESTmemberAlice01",
        reasonCode: null,
        reasonMessage: null,
        details: null,
        matchWords: "amber otter",
        merchantReference: "order-1003",
      },
    },
    200: {
      description: "Declined, or the earlier response for this Idempotency-Key.",
      schema: Redemption,
      example: {
        status: "declined",
        amount: 12.5,
        authorizationId: "4821908",
        recordId: "3Fq8rT2kZb7Wn4XsE",
        expires: null,
        transactionId: null,
        account: null,
        member: null,
        reasonCode: "55",
        reasonMessage: "The PIN is wrong.",
        details: {},
        matchWords: null,
        merchantReference: "order-1003",
      },
    },
  },
  errors: ["invalid_reference", "tenant_suspended", "sandbox_clocks_differ"],
});

export const getPaymentCode = defineOperation({
  ...shared,
  id: "getPaymentCode",
  ...GET,
  path: "/v1/payment-codes/{code}",
  summary: "Get a payment code",
  description: "Status, limits, and uses of a code that the tenant created. Never the PIN.",
  params: PathCode,
  responses: ok("The code.", PaymentCodeRecord, {
    recordId,
    status: "Code Active",
    member: "TESTmemberAlice01",
    account: "TESTacctAlice0001",
    merchant: null,
    currency: "USD",
    maxAmount: 50,
    singleUse: true,
    lockoutThreshold: 5,
    triesLeft: 5,
    uses: 0,
    usesRemaining: 1,
    allowRecurring: false,
    recurringInterval: null,
    recurringLimit: null,
    recurringThru: null,
    nextUseOn: null,
    displayHint: null,
    metadata: null,
    created: "2026-11-21T09:25:00.000Z",
    expiresAt: "2026-11-21T09:40:00.000Z",
    lastUsed: null,
    revoked: false,
    revokedAt: null,
    revokeReason: null,
  }),
  errors: ["validation_error", "payment_code_not_found"],
});

export const revokePaymentCode = defineOperation({
  ...shared,
  id: "revokePaymentCode",
  method: "POST",
  path: "/v1/payment-codes/{code}/revoke",
  summary: "Revoke a payment code",
  description:
    "Ends the code immediately. Its holds stay but can’t be incremented anymore. A code that was used up, locked, or expired keeps that status and is also marked revoked. Revoking twice isn’t an error.",
  idempotency: "optional",
  params: PathCode,
  body: { schema: RevokePaymentCodeBody, isOptional: true, example: { reason: "member lost the phone" } },
  responses: ok("Revoked.", RevokedPaymentCode, { recordId, revoked: true }),
  errors: ["payment_code_not_found"],
});
