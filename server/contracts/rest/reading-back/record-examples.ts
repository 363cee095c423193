const payment = {
  currency: "USD",
  authorizationId: "4821907",
  recordId: "3Fq8rT2kZb7Wn4XsD",
  merchant: "TESTmerchantCafe1",
  card: "3Fq8rT1aaBbCcDdEe",
  instrument: "card",
  merchantReference: "order-1002",
  metadata: { order: "1002" },
};

export const settlementIds = { batchId: "3Fq8rTHs5Qw8Zr1Nm", payoutId: "3Fq8rTJd7Px2Ls6Vk" };

export const captureExample = {
  transactionId: "3Fq8rT4kCb7Wn4XsE",
  status: "Captured",
  amount: 12.5,
  refunded: 5,
  refundable: 7.5,
  ...payment,
  createdAt: "2026-11-21T09:30:00.000Z",
  settledAt: "2026-11-22T00:00:05.000Z",
  ...settlementIds,
};

export const refundExample = {
  refundId: "3Fq8rT9QmP2VcKx5J",
  status: "Refunded",
  amount: 5,
  reason: "RV05",
  transactionId: captureExample.transactionId,
  transactions: [{ transactionId: captureExample.transactionId, amount: 5 }],
  ...payment,
  createdAt: "2026-11-21T11:02:11.000Z",
  settledAt: "2026-11-22T00:00:05.000Z",
  ...settlementIds,
};
