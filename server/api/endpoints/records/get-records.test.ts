import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/reading-back/records";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { authorize, capture, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

const NO_TRANSACTION = { status: 404, code: "transaction_not_found" } as const;
const NO_REFUND = { status: 404, code: "refund_not_found" } as const;

test("a capture names its payment and where it settled; so does its refund", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const { transactionId, authorizationId, card } = await createTestSale(merchant, { merchantReference: "order-7" });
  const params = { id: transactionId };
  const { body: before } = await call(tenant, contracts.getCapture, { params });
  assert.deepEqual(before, {
    id: transactionId,
    transactionId,
    status: "PendingSettlement",
    amount: 60,
    refunded: 0,
    refundable: 60,
    currency: "USD",
    authorizationId,
    recordId: before.recordId,
    merchant: merchant.id,
    card: card.id,
    instrument: "card",
    member: card.memberId,
    account: card.accountId,
    merchantReference: "order-7",
    metadata: null,
    createdAt: "2026-03-02T10:00:00.000Z",
    settledAt: null,
    batchId: null,
    payoutId: null,
  });
  clock.advance(1_000);
  const { refundId } = await refund(merchant, transactionId, 20);
  const { batches } = await settleAfterASecond(clock, tenant, merchant);
  const { body: after } = await call(tenant, contracts.getCapture, { params });
  const [batch] = batches;
  assert.ok(batch && after.payoutId);
  const settled = { settledAt: "2026-03-02T10:00:02.000Z", batchId: batch.batchId, payoutId: after.payoutId };
  assert.deepEqual(after, { ...before, status: "Captured", refunded: 20, refundable: 40, ...settled });
  const { body: refunded } = await call(tenant, contracts.getRefund, { params: { id: refundId } });
  const { recordId, currency, card: payer, instrument, merchantReference, metadata } = after;
  assert.deepEqual(refunded, {
    id: refundId,
    refundId,
    status: "Refunded",
    amount: 20,
    reason: "RV05",
    transactionId,
    transactions: [{ transactionId, amount: 20 }],
    currency,
    authorizationId,
    recordId,
    merchant: merchant.id,
    member: card.memberId,
    account: card.accountId,
    card: payer,
    instrument,
    merchantReference,
    metadata,
    createdAt: "2026-03-02T10:00:01.000Z",
    ...settled,
  });
});

test("a capture of a hold and its increment is one; a refund of several captures lists each", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 10);
  await increment(tenant, recordId, 5);
  await capture(tenant, recordId, 12);
  await capture(tenant, recordId, 3);
  await reverse(tenant, recordId, 14, { kind: "refund" });
  const { body: captures } = await call(tenant, contracts.listCaptures, {});
  const parts = captures.data.map(({ amount, refunded, refundable }) => [amount, refunded, refundable]);
  assert.deepEqual(parts.sort(), [
    [12, 12, 0],
    [3, 2, 1],
  ]);
  const { body: refunds } = await call(tenant, contracts.listRefunds, {});
  const [only, ...others] = refunds.data;
  assert.deepEqual(others, []);
  assert.ok(only);
  assert.deepEqual([only.amount, only.transactionId, only.recordId], [14, null, recordId]);
  assert.deepEqual(
    only.transactions.map(({ amount }) => amount),
    [12, 2],
  );
  const byAmount = new Map(captures.data.map(({ transactionId, amount }) => [amount, transactionId]));
  assert.deepEqual(
    only.transactions.map(({ transactionId }) => transactionId),
    [byAmount.get(12), byAmount.get(3)],
  );
});

test("a void is no refund, and what is another's is not there", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 10);
  await reverse(tenant, recordId);
  assert.deepEqual((await call(tenant, contracts.listRefunds, {})).body.data, []);
  const { transactionId } = await createTestSale(merchant, { card });
  const { refundId } = await refund(merchant, transactionId, 5);
  for (const caller of [await createTestTenant(), await createTestKey(tenant, { environment: "live" })]) {
    await expectError(caller, contracts.getCapture, { params: { id: transactionId } }, NO_TRANSACTION);
    await expectError(caller, contracts.getRefund, { params: { id: refundId } }, NO_REFUND);
  }
  for (const id of [recordId, "3Fq8rTBhLm5QdXc7K", "what/ever"]) {
    await expectError(tenant, contracts.getCapture, { params: { id } }, NO_TRANSACTION);
    await expectError(tenant, contracts.getRefund, { params: { id } }, NO_REFUND);
  }
  for (const operation of [contracts.getCapture, contracts.getRefund]) {
    await expectError(null, operation, { params: { id: refundId } }, { status: 401, code: "authentication_failed" });
  }
});
