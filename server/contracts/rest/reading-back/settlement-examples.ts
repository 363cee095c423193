import { captureExample, refundExample, settlementIds } from "./record-examples";

const ofMerchant = { merchant: "TESTmerchantCafe1", currency: "USD", day: "2026-11-21" };
const createdAt = "2026-11-22T00:00:05.000Z";

export const batchExample = {
  batchId: settlementIds.batchId,
  ...ofMerchant,
  ...{ captureCount: 1, captured: 12.5, refundCount: 1, refunded: 5 },
  ...{ gross: 7.5, fee: 0, net: 7.5 },
  ...{ carriedIn: 0, payout: 7.5, carriedOut: 0 },
  payoutId: settlementIds.payoutId,
  previousBatchId: null,
  createdAt,
};

const ofLine = {
  transactionId: captureExample.transactionId,
  authorizationId: captureExample.authorizationId,
  recordId: captureExample.recordId,
  merchantReference: captureExample.merchantReference,
  metadata: captureExample.metadata,
};

export const lineExamples = [
  {
    ...{ id: captureExample.transactionId, kind: "capture", refundId: null, ...ofLine },
    ...{ gross: 12.5, fee: 0, net: 12.5, createdAt: captureExample.createdAt },
  },
  {
    ...{ id: "3Fq8rT9QnR4WdLy6K", kind: "refund", refundId: refundExample.refundId, ...ofLine },
    ...{ gross: -5, fee: 0, net: -5, createdAt: refundExample.createdAt },
  },
];

export const payoutExample = {
  ...settlementIds,
  ...ofMerchant,
  amount: 7.5,
  gross: 7.5,
  fee: 0,
  net: 7.5,
  carriedIn: 0,
  createdAt,
};
