import { exampleIds } from "./authorization-ids";
import { defineOperation, ok } from "./operation";
import { ofCaptureExample } from "./reading-back/records";
import {
  AuthorizedTransaction,
  AuthorizeTransactionBody,
  CapturedTransaction,
  CaptureTransactionBody,
  GetTransactionBody,
  IncrementedTransaction,
  IncrementTransactionBody,
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
const { authorizationId, recordId } = exampleIds;
const receiptId = `${transactionId}-5f1c0de4a7b3926880ab41fe02c7d913`;
const receipt = { id: receiptId, url: `http://localhost:3000/receipts/${receiptId}` };
const noReason = { reasonCode: null, reasonMessage: null, details: null };
const {
  amount: capturedAmount,
  refunded: refundedAmount,
  refundable: remainingRefundable,
  ...sameOfCapture
} = ofCaptureExample;
const noAnnotations = { merchantReference: null, metadata: null };

export const soldExample = {
  transactionId,
  approved: true,
  authorizationId,
  recordId,
  capturedAmount: 12.5,
  riskScore: 10,
  status: "PendingSettlement",
  approvalCode: "083415",
  ...noReason,
  matchWords: null,
  receipt,
  merchantReference: "order-1002",
  metadata: null,
};

export const authorizeTransaction = defineOperation({
  ...shared,
  id: "authorizeTransaction",
  path: "/merchant/v1/transactions/authorize",
  summary: "Authorize",
  description:
    "Places a hold on the member’s account. No money moves. A decline is a response with approved set to false.",
  unknownFields: "ignored",
  body: {
    schema: AuthorizeTransactionBody,
    example: {
      amount: 42.5,
      paymentMethod: "TESTcardApproved1",
      merchantReference: "order-1001",
      metadata: { till: "3" },
    },
  },
  responses: ok("Approved or declined, or the earlier response for this Idempotency-Key.", AuthorizedTransaction, {
    authorizationId,
    recordId,
    approved: true,
    status: "Authorization Approved",
    authorizedAmount: 42.5,
    approvalCode: "083415",
    expiresAt: "2026-11-28T09:30:00.000Z",
    riskScore: 10,
    ...noReason,
    matchWords: null,
    merchantReference: "order-1001",
    metadata: { till: "3" },
  }),
  errors: ["invalid_reference", "tenant_suspended", "14", "sandbox_clocks_differ"],
});

export const sellTransaction = defineOperation({
  ...shared,
  id: "sellTransaction",
  path: "/merchant/v1/transactions/sale",
  summary: "Sell",
  description: "Authorizes and captures in one step. Either both happen or neither does.",
  unknownFields: "ignored",
  body: {
    schema: SellTransactionBody,
    example: {
      amount: 12.5,
      currency: "USD",
      paymentMethod: { type: "card", panToken: "TESTcardApproved1" },
      merchantReference: "order-1002",
    },
  },
  responses: ok(
    "Approved or declined, or the earlier response for this Idempotency-Key.",
    SoldTransaction,
    soldExample,
  ),
  errors: ["invalid_reference", "tenant_suspended", "14", "sandbox_clocks_differ"],
});

export const captureTransaction = defineOperation({
  ...shared,
  id: "captureTransaction",
  path: "/merchant/v1/transactions/capture",
  summary: "Capture",
  description: "Takes the held money, all or part of it, once or several times.",
  body: { schema: CaptureTransactionBody, example: { authorizationId, amount: 20 } },
  responses: ok("Captured, or the earlier response for this Idempotency-Key.", CapturedTransaction, {
    transactionId,
    authorizationId,
    recordId,
    capturedAmount: 20,
    remainingAuthorizedAmount: 22.5,
    status: "PendingSettlement",
    authorizationStatus: "Authorization Partially Captured",
    receipt,
    ...noAnnotations,
  }),
  errors: [
    "authorization_not_found",
    "authorization_ambiguous",
    "authorization_not_capturable",
    "amount_exceeds_remaining_hold",
  ],
});

export const incrementTransaction = defineOperation({
  ...shared,
  id: "incrementTransaction",
  path: "/merchant/v1/transactions/increment",
  summary: "Increase a hold",
  description:
    "Increases a hold, on whatever paid for it. A capture of the first authorization includes the increments. A declined increment leaves the hold unchanged.",
  unknownFields: "ignored",
  body: { schema: IncrementTransactionBody, example: { authorizationId, amount: 15 } },
  responses: ok("Approved or declined, or the earlier response for this Idempotency-Key.", IncrementedTransaction, {
    authorizationId: "0917346",
    recordId: "3Fq8rTAmQy6PcVh2J",
    approved: true,
    status: "Authorization Approved",
    authorizedAmount: 15,
    approvalCode: "551204",
    expiresAt: "2026-11-29T08:00:00.000Z",
    riskScore: null,
    ...noReason,
    parentAuthorization: recordId,
    ...noAnnotations,
  }),
  errors: [
    "authorization_not_found",
    "authorization_ambiguous",
    "authorization_not_incrementable",
    "increment_limit_reached",
    "tenant_suspended",
    "sandbox_clocks_differ",
  ],
});

export const voidTransaction = defineOperation({
  ...shared,
  id: "voidTransaction",
  path: "/merchant/v1/transactions/void",
  summary: "Void",
  description:
    "Releases the remaining hold, all or part of it. Captured money stays captured: see capturedAmount and authorizationStatus.",
  body: { schema: VoidTransactionBody, example: { authorizationId } },
  responses: ok("Voided, or the earlier response for this Idempotency-Key.", VoidedTransaction, {
    authorizationId,
    recordId,
    voidedAmount: 22.5,
    remainingAuthorizedAmount: 0,
    capturedAmount: 20,
    status: "Voided",
    authorizationStatus: "Authorization Captured",
    ...noAnnotations,
  }),
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
    "Returns captured money, in one or several parts, any time after the capture. Before settlement it reduces the batch. After it, any debt carries into the next batch. A key without the scope `refund` can refund only its own sales, in full (without `amount`) and within ten minutes.",
  body: {
    schema: RefundTransactionBody,
    example: { transactionId, amount: 5, reason: "RV05", merchantReference: "order-1002-return" },
  },
  responses: ok("Refunded, or the earlier response for this Idempotency-Key.", RefundedTransaction, {
    refundId: "3Fq8rT9QmP2VcKx5J",
    transactionId,
    authorizationId,
    recordId,
    refundedAmount: 5,
    remainingRefundable: 7.5,
    status: "PartiallyRefunded",
    authorizationStatus: "Authorization Partially Refunded",
    receipt,
    merchantReference: "order-1002-return",
    metadata: null,
  }),
  errors: ["transaction_not_found", "transaction_not_refundable", "amount_exceeds_refundable", "undo_expired"],
});

export const reverseTransaction = defineOperation({
  ...shared,
  id: "reverseTransaction",
  path: "/merchant/v1/transactions/reverse",
  summary: "Reverse the same day",
  description:
    "Undoes a whole transaction before it settles. Same-day reversal must be enabled for the account. A key without the scope `refund` can reverse only its own sales, within ten minutes.",
  body: { schema: ReverseTransactionBody, example: { transactionId } },
  responses: ok("Reversed, or the earlier response for this Idempotency-Key.", ReversedTransaction, {
    transactionId,
    refundId: "3Fq8rT9QmP2VcKx5J",
    authorizationId,
    recordId,
    reversedAmount: 12.5,
    status: "Reversed",
    authorizationStatus: "Authorization Reversed",
    ...noAnnotations,
  }),
  errors: ["not_enabled", "transaction_not_found", "transaction_not_refundable", "already_settled", "undo_expired"],
});

export const getTransaction = defineOperation({
  ...shared,
  idempotency: "none",
  id: "getTransaction",
  path: "/merchant/v1/transactions/get",
  summary: "Get",
  description:
    "Finds out what happened to a request whose response was lost, on either surface. A transactionId finds one capture. A merchantReference finds the newest authorization with it, or with a capture, void, or refund that has it, approved ones first, and everything that belongs to it. An increment is found by its own.",
  body: { schema: GetTransactionBody, example: { merchantReference: "order-1002" } },
  responses: ok("What happened.", TransactionRecord, {
    authorizationId,
    recordId,
    parentAuthorization: null,
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
        ...sameOfCapture,
        capturedAmount,
        refundedAmount,
        remainingRefundable,
        status: "PendingSettlement",
        merchantReference: "order-1002",
        metadata: null,
        createdAt: "2026-11-21T09:30:00.000Z",
        settledAt: null,
        batchId: null,
        payoutId: null,
        receipt,
      },
    ],
    refunds: [
      {
        refundId: "3Fq8rT9QmP2VcKx5J",
        transactionId,
        amount: 5,
        reason: "RV05",
        status: "PendingSettlement",
        merchantReference: "order-1002-return",
        metadata: null,
        createdAt: "2026-11-21T11:02:11.000Z",
        settledAt: null,
        batchId: null,
        payoutId: null,
      },
    ],
    otherAuthorizations: [],
  }),
  errors: ["transaction_not_found"],
});
