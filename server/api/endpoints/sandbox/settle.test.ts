import assert from "node:assert/strict";
import { test } from "node:test";
import { settle } from "@/server/contracts/rest/sandbox";
import { assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { merchantBalance, readTransaction, refund } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale, settleNow } from "@/server/testing/factories/transactions";

withTestDatabase();

const START = "2026-03-02T23:00:00.000Z";

async function createShops() {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  return { clock, tenant, shop: await createTestMerchant(tenant), cafe: await createTestMerchant(tenant) };
}

test("without a merchant all of the tenant's settle, with one that one; another tenant's never", async () => {
  const { clock, tenant, shop, cafe } = await createShops();
  const stranger = await createTestMerchant(await createTestTenant());
  for (const merchant of [shop, cafe, stranger]) await createTestSale(merchant, { amount: 10 });
  clock.advance(1_000);
  const one = await settleNow(tenant, shop);
  assert.deepEqual(
    one.batches.map(({ merchant, payout, day, createdAt }) => [merchant, payout, day, createdAt]),
    [[shop.id, 10, "2026-03-02", "2026-03-02T23:00:01.000Z"]],
  );
  assert.deepEqual(
    one.balances.map(({ merchant }) => merchant),
    [shop.id],
  );
  const all = await settleNow(tenant);
  assert.deepEqual(
    all.batches.map(({ merchant }) => merchant),
    [cafe.id],
  );
  assert.deepEqual(all.balances.map(({ merchant }) => merchant).sort(), [shop.id, cafe.id].sort());
  assert.equal(await merchantBalance(stranger), 10_00n);
  await assertBooksBalance();
});

test("the money summary separates pending from settled, and equals what the books owe", async () => {
  const { clock, tenant, shop } = await createShops();
  const { transactionId } = await createTestSale(shop, { amount: 30 });
  clock.advance(1_000);
  await settleNow(tenant, shop);
  await refund(shop, transactionId, 20);
  clock.advance(1_000);
  await settleNow(tenant, shop);
  // Entries with the current timestamp stay pending.
  await createTestSale(shop, { amount: 5 });
  const { batches, balances } = await settleNow(tenant, shop);
  const money = { pending: 5, settled: 10, paidOut: 30, carriedOver: -20 };
  assert.deepEqual([batches, balances], [[], [{ merchant: shop.id, currency: "USD", ...money }]]);
  assert.equal(money.settled, money.paidOut + money.carriedOver);
  assert.equal(await merchantBalance(shop), BigInt(money.pending + money.carriedOver) * 100n);
});

test("an uncaptured hold is no money and makes no batch", async () => {
  const { clock, tenant } = await createShops();
  await authorize(tenant, await createTestCard(tenant), 10);
  clock.advance(1_000);
  assert.deepEqual(await settleNow(tenant), { batches: [], balances: [] });
});

test("of a long statement the first hundred lines are listed, and that there are more", async () => {
  const { clock, tenant, shop } = await createShops();
  const { transactionId } = await createTestSale(shop, { amount: 60 });
  clock.advance(1);
  for (let i = 0; i < 100; i += 1) await refund(shop, transactionId, 0.01);
  clock.advance(1_000);
  const [batch] = (await settleNow(tenant, shop)).batches;
  assert.deepEqual([batch?.lines.length, batch?.hasMoreLines, batch?.payout], [100, true, 59]);
  assert.equal(batch?.lines[0]?.kind, "capture");
});

test("another tenant's merchant, one of the other environment, an unknown one: 400 and nothing settles", async () => {
  const { clock, tenant, shop } = await createShops();
  const stranger = await createTestMerchant(await createTestTenant());
  const live = await createTestMerchant(await createTestKey(tenant, { environment: "live" }));
  const sale = await createTestSale(stranger, { amount: 10 });
  await createTestSale(shop, { amount: 10 });
  clock.advance(1_000);
  const refused = { status: 400, code: "invalid_reference" } as const;
  for (const merchant of [stranger.id, live.id, "NoSuchMerchant001", "short"]) {
    assert.equal((await expectError(tenant, settle, { body: { merchant } }, refused)).error.field, "merchant");
  }
  const invalid = { status: 400, code: "validation_error" } as const;
  for (const merchant of ["", 7]) {
    const rawBody = JSON.stringify({ merchant });
    assert.equal((await expectError(tenant, settle, { rawBody }, invalid)).error.field, "merchant");
  }
  assert.equal((await readTransaction(stranger, sale.transactionId)).captures[0]?.status, "PendingSettlement");
  assert.equal(await merchantBalance(shop), 10_00n);
});

test("no body is needed", async () => {
  const { clock, tenant, shop } = await createShops();
  await createTestSale(shop, { amount: 10 });
  clock.advance(1_000);
  assert.equal((await call(tenant, settle)).body.batches.length, 1);
});

test("a repeat is the same statement though money has come in since; a new key settles that", async () => {
  const { clock, tenant, shop } = await createShops();
  await createTestSale(shop, { amount: 10 });
  clock.advance(1_000);
  const options = { body: { merchant: shop.id }, idempotencyKey: "day-1" };
  const first = await call(tenant, settle, options);
  await createTestSale(shop, { amount: 20 });
  clock.advance(1_000);
  const batches = await countRows("settlement_batches");
  const repeat = await call(tenant, settle, options);
  assert.deepEqual([repeat.status, repeat.text], [200, first.text]);
  assert.equal(repeat.headers.get("idempotent-replayed"), "true");
  assert.equal(await countRows("settlement_batches"), batches);
  const reused = { status: 422, code: "idempotency_key_reused" } as const;
  await expectError(tenant, settle, { ...options, body: {} }, reused);
  assert.equal((await call(tenant, settle, { ...options, idempotencyKey: "day-2" })).body.batches[0]?.payout, 20);
});

test("the same key at the same time settles once", async () => {
  const { clock, tenant, shop } = await createShops();
  await createTestSale(shop, { amount: 10 });
  clock.advance(1_000);
  const options = { body: { merchant: shop.id }, idempotencyKey: "day-1" };
  const replies = await Promise.all(Array.from({ length: 8 }, () => call(tenant, settle, options)));
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  assert.equal(await merchantBalance(shop), 0n);
  await assertBooksBalance();
});

test("a live key finds nothing here, and nothing settles", async () => {
  const { clock, tenant } = await createShops();
  const live = await createTestKey(tenant, { environment: "live" });
  const shop = await createTestMerchant(live);
  await createTestSale(shop, { amount: 10 });
  clock.advance(1_000);
  const before = await countRows("settlement_batches");
  await expectError(live, settle, { body: {} }, { status: 404, code: "not_found" });
  await expectError(live, settle, { body: { merchant: shop.id } }, { status: 404, code: "not_found" });
  await expectError(null, settle, { body: {} }, { status: 401, code: "authentication_failed" });
  assert.deepEqual([await countRows("settlement_batches"), await merchantBalance(shop)], [before, 10_00n]);
});

test("twins under one Idempotency-Key, and a repeat of them, answer with the batch that one of them made", async () => {
  const { clock, tenant, shop, cafe } = await createShops();
  for (const merchant of [shop, cafe]) await createTestSale(merchant, { amount: 10 });
  clock.advance(1_000);
  const ask = () => call(tenant, settle, { body: {}, headers: { "idempotency-key": "close the day" } });
  const answers = [...(await Promise.all([ask(), ask(), ask(), ask()])), await ask()];
  const made = answers.map(({ body }) => body.batches.map(({ batchId, payout }) => `${batchId} ${payout}`).sort());
  assert.deepEqual(new Set(made.map(String)).size, 1);
  assert.equal(made[0]?.length, 2);
  await assertBooksBalance();
});
