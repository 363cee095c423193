import { captureExample, refundExample } from "./record-examples";
import { batchExample, payoutExample } from "./settlement-examples";

const ofAccount = { merchant: "TESTmerchantCafe1", currency: "USD" };

export const balanceExample = {
  balanceId: "3Fq8rT5mNc8Xy2RtB",
  ...ofAccount,
  ...{ balance: 12.5, available: 0, pending: 12.5, reserved: 0, inTransit: 0 },
  createdAt: "2026-11-21T09:30:00.000Z",
};

const NO_CAUSE = { transactionId: null, refundId: null, payoutId: null, batchId: null };
const { authorizationId, recordId, merchantReference } = captureExample;
const ofPayment = { authorizationId, recordId, merchantReference };

const payout = {
  ...{ id: payoutExample.payoutId, kind: "payout", amount: -7.5, balance: 0, ...NO_CAUSE },
  ...{ payoutId: payoutExample.payoutId, batchId: batchExample.batchId },
  ...{ authorizationId: null, recordId: null, merchantReference: null, createdAt: payoutExample.createdAt },
};
const refund = {
  ...{ id: refundExample.refundId, kind: "refund", amount: -5, balance: 7.5, ...NO_CAUSE },
  ...{ refundId: refundExample.refundId, ...ofPayment, createdAt: refundExample.createdAt },
};
const capture = {
  ...{ id: captureExample.transactionId, kind: "capture", amount: 12.5, balance: 12.5, ...NO_CAUSE },
  ...{ transactionId: captureExample.transactionId, ...ofPayment, createdAt: captureExample.createdAt },
};

export const balanceTransactionsExample = {
  ...{ ...ofAccount, opening: 0, closing: 0 },
  ...{ data: [payout, refund, capture], hasMore: false },
};
