import assert from "node:assert/strict";
import { test } from "node:test";
import { getBatch } from "@/server/contracts/rest/reading-back/settlement";
import { authorizeTransaction, captureTransaction, reverseTransaction } from "@/server/contracts/rest/transactions";
import { assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, increment, read, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { readTransaction, refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale, settleNow } from "@/server/testing/factories/transactions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const at = (seconds: number) => new Date(Date.parse(START) + seconds * 1_000).toISOString();

async function captureAt(merchant: TestMerchant, authorizationId: string, amount: number) {
  return (await call(merchant, captureTransaction, { body: { authorizationId, amount } })).body;
}

test("a sale is pending until its batch; then record, capture and refund say when it settled", async () => {
  const clock = withFakeClock(START);
  const shop = await createTestMerchant(await createTestTenant());
  const { transactionId, authorizationId } = await createTestSale(shop, { amount: 60 });
  await refund(shop, transactionId, 5);
  const before = await readTransaction(shop, transactionId);
  assert.deepEqual([before.captures[0]?.status, before.captures[0]?.settledAt], ["PendingSettlement", null]);
  assert.equal(before.refunds[0]?.settledAt, null);
  assert.equal((await read(shop.tenant, authorizationId)).settled, null);
  await settleAfterASecond(clock, shop.tenant);
  const after = await readTransaction(shop, transactionId);
  assert.deepEqual([after.captures[0]?.status, after.captures[0]?.settledAt], ["Captured", at(1)]);
  assert.equal(after.refunds[0]?.settledAt, at(1));
  const record = await read(shop.tenant, authorizationId);
  assert.deepEqual([record.settled, record.status], [at(1), "Authorization Partially Refunded"]);
});

test("partial captures settle in the batch of their day; a later capture takes the mark back until then", async () => {
  const clock = withFakeClock(START);
  const shop = await createTestMerchant(await createTestTenant());
  const card = await createTestCard(shop.tenant);
  const body = { amount: 60, paymentMethod: card.panToken };
  const id = (await call(shop, authorizeTransaction, { body })).body.authorizationId ?? "";
  const settledAt = async () => (await read(shop.tenant, id)).settled;
  const payouts: number[] = [];
  const settle = async () => {
    const { batches } = await settleAfterASecond(clock, shop.tenant);
    payouts.push(...batches.map(({ payout }) => payout));
  };
  await settle();
  assert.equal(await settledAt(), null);
  const first = await captureAt(shop, id, 10);
  await captureAt(shop, id, 15);
  assert.equal(await settledAt(), null);
  await settle();
  assert.equal(await settledAt(), at(2));
  const last = await captureAt(shop, id, 35);
  assert.equal(await settledAt(), null);
  assert.equal((await readTransaction(shop, first.transactionId)).captures[0]?.status, "Captured");
  assert.equal((await readTransaction(shop, last.transactionId)).captures[0]?.status, "PendingSettlement");
  await settle();
  assert.equal(await settledAt(), at(3));
  assert.deepEqual(payouts, [25, 35]);
  await assertBooksBalance();
});

test("a batch without a later capture does not mark what is not all settled", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const { recordId: id } = await authorize(tenant, await createTestCard(tenant), 60);
  await capture(tenant, id, 10);
  clock.advance(1_000);
  // At the very moment of the cutoff, so it isn't included.
  await capture(tenant, id, 20);
  assert.deepEqual(
    (await settleNow(tenant)).batches.map(({ payout }) => payout),
    [10],
  );
  assert.equal((await read(tenant, id)).settled, null);
  await settleAfterASecond(clock, tenant);
  assert.equal((await read(tenant, id)).settled, at(2));
  await assertBooksBalance();
});

test("a first authorization is settled with all its increments, each increment with its own captures", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: root } = await authorize(tenant, card, 20);
  const { recordId: child } = await increment(tenant, root, 30);
  const { recordId: idle } = await increment(tenant, root, 5);
  const settledAt = async () => Promise.all([root, child, idle].map(async (id) => (await read(tenant, id)).settled));
  await capture(tenant, child, 30);
  await settleAfterASecond(clock, tenant);
  assert.deepEqual(await settledAt(), [at(1), at(1), null]);
  await capture(tenant, root, 20);
  assert.deepEqual(await settledAt(), [null, at(1), null]);
  await settleAfterASecond(clock, tenant);
  assert.deepEqual(await settledAt(), [at(2), at(1), null]);
  await assertBooksBalance();
});

test("a capture and a refund that draw on several increments are one line each", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const { recordId: root } = await authorize(tenant, await createTestCard(tenant), 20);
  await increment(tenant, root, 30);
  await capture(tenant, root, 50);
  await reverse(tenant, root, 25);
  const { batches } = await settleAfterASecond(clock, tenant);
  const lines = [...(batches[0]?.lines ?? [])].sort((a, b) => b.amount - a.amount);
  assert.deepEqual(
    lines.map(({ kind, id, amount }) => [kind, id, amount]),
    [
      ["capture", lines[0]?.transactionId, 50],
      ["refund", lines[1]?.refundId, -25],
    ],
  );
  const { captureCount, refundCount } = (await call(tenant, getBatch, { params: { id: batches[0]?.batchId ?? "" } }))
    .body;
  assert.deepEqual([captureCount, refundCount], [1, 1]);
  assert.equal(new Set(lines.map(({ transactionId }) => transactionId)).size, 1);
  assert.equal(batches[0]?.payout, 25);
  await assertBooksBalance();
});

test("a settled transaction is refunded, not reversed; one reversed before nets to nothing", async () => {
  const clock = withFakeClock(START);
  const shop = await createTestMerchant(await createTestTenant(), { isSameDayReversalEnabled: true });
  const [undone, kept] = [await createTestSale(shop, { amount: 60 }), await createTestSale(shop, { amount: 40 })];
  await call(shop, reverseTransaction, { body: { transactionId: undone.transactionId } });
  const { batches } = await settleAfterASecond(clock, shop.tenant);
  assert.deepEqual([batches[0]?.captured, batches[0]?.refunded, batches[0]?.payout], [100, 60, 40]);
  const body = { transactionId: kept.transactionId };
  await expectError(shop, reverseTransaction, { body }, { status: 409, code: "already_settled" });
  assert.equal((await refund(shop, kept.transactionId)).status, "Refunded");
  await assertBooksBalance();
});
