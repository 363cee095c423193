import { defineOperation } from "./operation";
import {
  AuthorizedTransaction,
  AuthorizeTransactionBody,
  CapturedTransaction,
  CaptureTransactionBody,
  GetTransactionBody,
  RefundedTransaction,
  RefundTransactionBody,
  ReversedTransaction,
  ReverseTransactionBody,
  SellTransactionBody,
  SoldTransaction,
  TransactionRecord,
  VoidedTransaction,
  VoidTransactionBody,
} from "./transaction-schemas";

const shared = { tag: "Transactions", auth: "merchant", method: "POST", idempotency: "recommended" } as const;

const transactionId = "3Fq8rT4kCb7Wn4XsE";
const authorizationId = "4821907";
const receiptId = `${transactionId}-5f1c0de4a7b3926880ab41fe02c7d913`;
const receipt = { id: receiptId, url: `http://localhost:3000/receipts/${receiptId}` };
const noReason = { reasonCode: null, reasonMessage: null, details: null };

export const soldExample = {
  transactionId,
  approved: true,
  authorizationId,
  capturedAmount: 12.5,
  riskScore: 10,
  status: "PendingSettlement",
  approvalCode: "083415",
  ...noReason,
  matchWords: null,
  receipt,
};

export const authorizeTransaction = defineOperation({
  ...shared,
  id: "authorizeTransaction",
  path: "/merchant/v1/transactions/authorize",
  summary: "Authorize",
  description:
    "Places a hold on the member’s account. No money moves. A decline is a response with approved set to false.",
  body: {
    schema: AuthorizeTransactionBody,
    isOptional: false,
    example: { amount: 42.5, paymentMethod: "TESTcardApproved1", merchantReference: "order-1001" },
  },
  responses: {
    200: {
      description: "Approved or declined, or the earlier response for this Idempotency-Key.",
      schema: AuthorizedTransaction,
      example: {
        authorizationId,
        approved: true,
        status: "Authorization Approved",
        authorizedAmount: 42.5,
        approvalCode: "083415",
        expiresAt: "2026-11-28T09:30:00.000Z",
        riskScore: 10,
        ...noReason,
        matchWords: null,
      },
    },
  },
  errors: ["invalid_reference", "tenant_suspended", "14", "sandbox_clocks_differ"],
});

export const sellTransaction = defineOperation({
  ...shared,
  id: "sellTransaction",
  path: "/merchant/v1/transactions/sale",
  summary: "Sell",
  description: "Authorizes and captures in one step. Either both happen or neither does.",
  body: {
    schema: SellTransactionBody,
    isOptional: false,
    example: {
      amount: 12.5,
      currency: "USD",
      paymentMethod: { type: "card", panToken: "TESTcardApproved1" },
      merchantReference: "order-1002",
    },
  },
  responses: {
    200: {
      description: "Approved or declined, or the earlier response for this Idempotency-Key.",
      schema: SoldTransaction,
      example: soldExample,
    },
  },
  errors: ["invalid_reference", "tenant_suspended", "14", "sandbox_clocks_differ"],
});

export const captureTransaction = defineOperation({
  ...shared,
  id: "captureTransaction",
  path: "/merchant/v1/transactions/capture",
  summary: "Capture",
  description: "Takes the held money, all or part of it, once or several times.",
  body: { schema: CaptureTransactionBody, isOptional: false, example: { authorizationId, amount: 20 } },
  responses: {
    200: {
      description: "Captured, or the earlier response for this Idempotency-Key.",
      schema: CapturedTransaction,
      example: {
        transactionId,
        authorizationId,
        capturedAmount: 20,
        remainingAuthorizedAmount: 22.5,
        status: "PendingSettlement",
        receipt,
      },
    },
  },
  errors: [
    "authorization_not_found",
    "authorization_ambiguous",
    "authorization_not_capturable",
    "amount_exceeds_remaining_hold",
  ],
});

export const voidTransaction = defineOperation({
  ...shared,
  id: "voidTransaction",
  path: "/merchant/v1/transactions/void",
  summary: "Void",
  description: "Releases the remaining hold, all or part of it. Captured money stays captured.",
  body: { schema: VoidTransactionBody, isOptional: false, example: { authorizationId } },
  responses: {
    200: {
      description: "Voided, or the earlier response for this Idempotency-Key.",
      schema: VoidedTransaction,
      example: { authorizationId, voidedAmount: 42.5, remainingAuthorizedAmount: 0, status: "Voided" },
    },
  },
  errors: [
    "authorization_not_found",
    "authorization_ambiguous",
    "authorization_not_reversible",
    "already_captured",
    "amount_exceeds_remaining_hold",
  ],
});

export const refundTransaction = defineOperation({
  ...shared,
  id: "refundTransaction",
  path: "/merchant/v1/transactions/refund",
  summary: "Refund",
  description:
    "Returns captured money, in one or several parts, any time after the capture. Before settlement it reduces the batch. After it, any debt carries into the next batch.",
  body: { schema: RefundTransactionBody, isOptional: false, example: { transactionId, amount: 5, reason: "RV05" } },
  responses: {
    200: {
      description: "Refunded, or the earlier response for this Idempotency-Key.",
      schema: RefundedTransaction,
      example: {
        refundId: "3Fq8rT9QmP2VcKx5J",
        transactionId,
        refundedAmount: 5,
        remainingRefundable: 7.5,
        status: "PartiallyRefunded",
        receipt,
      },
    },
  },
  errors: ["transaction_not_found", "transaction_not_refundable", "amount_exceeds_refundable"],
});

export const reverseTransaction = defineOperation({
  ...shared,
  id: "reverseTransaction",
  path: "/merchant/v1/transactions/reverse",
  summary: "Reverse the same day",
  description: "Undoes a whole transaction before it settles. Same-day reversal must be enabled for the account.",
  body: { schema: ReverseTransactionBody, isOptional: false, example: { transactionId } },
  responses: {
    200: {
      description: "Reversed, or the earlier response for this Idempotency-Key.",
      schema: ReversedTransaction,
      example: { transactionId, authorizationId, reversedAmount: 12.5, status: "Reversed" },
    },
  },
  errors: ["not_enabled", "transaction_not_found", "transaction_not_refundable", "already_settled"],
});

export const getTransaction = defineOperation({
  ...shared,
  idempotency: "none",
  id: "getTransaction",
  path: "/merchant/v1/transactions/get",
  summary: "Get",
  description:
    "Finds out what happened to a request whose response was lost. A transactionId finds one capture. A merchantReference finds the newest authorization with it, approved ones first, and everything that belongs to it.",
  body: { schema: GetTransactionBody, isOptional: false, example: { merchantReference: "order-1002" } },
  responses: {
    200: {
      description: "What happened.",
      schema: TransactionRecord,
      example: {
        authorizationId,
        approved: true,
        status: "Authorization Partially Refunded",
        currency: "USD",
        authorizedAmount: 12.5,
        remainingAuthorizedAmount: 0,
        voidedAmount: 0,
        capturedAmount: 12.5,
        refundedAmount: 5,
        capturable: 0,
        voidable: 0,
        refundable: 7.5,
        merchantReference: "order-1002",
        recurringAuthorizationId: null,
        approvalCode: "083415",
        riskScore: 10,
        ...noReason,
        matchWords: null,
        metadata: null,
        createdAt: "2026-11-21T09:30:00.000Z",
        expiresAt: "2026-11-28T09:30:00.000Z",
        captures: [
          {
            transactionId,
            capturedAmount: 12.5,
            refundedAmount: 5,
            remainingRefundable: 7.5,
            status: "PendingSettlement",
            merchantReference: "order-1002",
            createdAt: "2026-11-21T09:30:00.000Z",
            settledAt: null,
            receipt,
          },
        ],
        refunds: [
          {
            refundId: "3Fq8rT9QmP2VcKx5J",
            transactionId,
            amount: 5,
            reason: "RV05",
            createdAt: "2026-11-21T11:02:11.000Z",
            settledAt: null,
          },
        ],
        otherAuthorizations: [],
      },
    },
  },
  errors: ["transaction_not_found"],
});
