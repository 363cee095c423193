import assert from "node:assert/strict";
import { test } from "node:test";
import { settleSandbox } from "@/server/domain/sandbox";
import { now } from "@/server/platform/clock";
import { assertBooksBalance } from "@/server/testing/books";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, suspendTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { merchantBalance, refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { settleMerchant } from "./settle-merchant";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

function scopeOf({ id, tenant }: TestMerchant, now: Date) {
  const settledDay = new Date("2026-03-02");
  return {
    merchantId: id,
    currency: "USD",
    tenantId: tenant.id,
    environment: tenant.environment,
    cutoffAt: now,
    settledDay,
    request: null,
    now,
  } as const;
}

test("each merchant and currency has a batch of its own, whose lines come to what is paid out", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const [shop, cafe] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  const yen = await createTestCard(tenant, { currency: "JPY", fundsMinor: 10_000n });
  const dinar = await createTestCard(tenant, { currency: "KWD", fundsMinor: 10_000n });
  const first = await createTestSale(shop, { amount: 60, merchantReference: "order-1" });
  await createTestSale(shop, { amount: 0.01 });
  await createTestSale(shop, { card: yen, currency: "JPY", amount: 500 });
  await createTestSale(cafe, { card: dinar, currency: "KWD", amount: 1.234 });
  await createTestSale(cafe, { amount: 7.5 });
  clock.advance(1_000);
  const back = await refund(shop, first.transactionId, 20.5);
  const { batches, balances } = await settleAfterASecond(clock, tenant);
  const shown = batches.map((batch) => [batch.merchant, batch.currency, batch.captured, batch.refunded, batch.payout]);
  const expected = [
    [shop.id, "JPY", 500, 0, 500],
    [shop.id, "USD", 60.01, 20.5, 39.51],
    [cafe.id, "KWD", 1.234, 0, 1.234],
    [cafe.id, "USD", 7.5, 0, 7.5],
  ];
  assert.deepEqual(shown.sort(), expected.sort());
  const dollars = batches.find(({ merchant, currency }) => merchant === shop.id && currency === "USD");
  const { authorizationId, transactionId } = first;
  assert.deepEqual(
    dollars?.lines.filter((line) => line.transactionId === transactionId),
    [
      {
        kind: "capture",
        id: transactionId,
        transactionId,
        refundId: null,
        authorizationId,
        merchantReference: "order-1",
        amount: 60,
        fee: 0,
        net: 60,
        createdAt: START,
      },
      {
        kind: "refund",
        id: dollars?.lines.find(({ kind }) => kind === "refund")?.id,
        transactionId: back.transactionId,
        refundId: back.refundId,
        authorizationId,
        merchantReference: "order-1",
        amount: -20.5,
        fee: 0,
        net: -20.5,
        createdAt: "2026-03-02T10:00:01.000Z",
      },
    ],
  );
  for (const { pending, settled, paidOut, carriedOver } of balances) {
    assert.deepEqual([pending, settled, carriedOver], [0, paidOut, 0]);
  }
  for (const currency of ["USD", "JPY", "KWD"]) assert.equal(await merchantBalance(shop, currency), 0n);
  await assertBooksBalance();
});

test("settling again finds nothing, and makes no batch", async () => {
  const clock = withFakeClock(START);
  const shop = await createTestMerchant(await createTestTenant());
  await createTestSale(shop);
  assert.equal((await settleAfterASecond(clock, shop.tenant)).batches.length, 1);
  assert.deepEqual((await settleAfterASecond(clock, shop.tenant)).batches, []);
  assert.deepEqual(await settleMerchant(scopeOf(shop, now())), []);
});

test("refunded in full before settlement: a batch that pays nothing and owes nothing", async () => {
  const clock = withFakeClock(START);
  const shop = await createTestMerchant(await createTestTenant());
  const { transactionId } = await createTestSale(shop, { amount: 60 });
  await refund(shop, transactionId);
  const { batches } = await settleAfterASecond(clock, shop.tenant);
  assert.deepEqual(
    batches.map(({ captured, refunded, payout, carriedOut }) => [captured, refunded, payout, carriedOut]),
    [[60, 60, 0, 0]],
  );
  await assertBooksBalance();
});

test("refunds after settlement are a debt that later batches pay off before anything is paid out", async () => {
  const clock = withFakeClock(START);
  const shop = await createTestMerchant(await createTestTenant());
  const { tenant } = shop;
  const { transactionId } = await createTestSale(shop, { amount: 100 });
  await settleAfterASecond(clock, tenant);
  const steps = [
    { sell: 0, giveBack: 90, carriedIn: 0, payout: 0, carriedOut: -90 },
    { sell: 30, giveBack: 0, carriedIn: -90, payout: 0, carriedOut: -60 },
    { sell: 15, giveBack: 10, carriedIn: -60, payout: 0, carriedOut: -55 },
    { sell: 55, giveBack: 0, carriedIn: -55, payout: 0, carriedOut: 0 },
    { sell: 8, giveBack: 0, carriedIn: 0, payout: 8, carriedOut: 0 },
  ];
  let earned = 100n;
  let paidOut = 100;
  for (const { sell, giveBack, ...expected } of steps) {
    if (sell > 0) await createTestSale(shop, { amount: sell });
    if (giveBack > 0) await refund(shop, transactionId, giveBack);
    earned += BigInt(sell - giveBack);
    const before = await merchantBalance(shop);
    const { batches, balances } = await settleAfterASecond(clock, tenant);
    assert.deepEqual(
      batches.map(({ carriedIn, payout, carriedOut }) => ({ carriedIn, payout, carriedOut })),
      [expected],
    );
    paidOut += expected.payout;
    assert.deepEqual(
      balances.map((money) => [money.pending, money.settled, money.paidOut, money.carriedOver]),
      [[0, Number(earned), paidOut, expected.carriedOut]],
    );
    assert.equal(await merchantBalance(shop), BigInt(expected.carriedOut * 100));
    assert.equal(before - BigInt(expected.payout * 100), await merchantBalance(shop));
    await assertBooksBalance();
  }
});

test("batches of at most so many families follow one another until nothing is left", async () => {
  const clock = withFakeClock(START);
  const shop = await createTestMerchant(await createTestTenant());
  const debtor = await createTestSale(shop, { amount: 50 });
  await settleAfterASecond(clock, shop.tenant);
  await refund(shop, debtor.transactionId, 25);
  for (let i = 0; i < 6; i += 1) {
    clock.advance(1_000);
    await createTestSale(shop, { amount: 10 });
  }
  clock.advance(1_000);
  const batches = await settleMerchant(scopeOf(shop, now()), { maxFamilies: 2 });
  // Oldest first: the refund and a sale, then pairs, then the rest.
  assert.deepEqual(
    batches.map((batch) => [batch.captureCount, batch.refundCount, batch.carriedInMinor, batch.payoutMinor]),
    [
      [1, 1, 0n, 0n],
      [2, 0, -15_00n, 5_00n],
      [2, 0, 0n, 20_00n],
      [1, 0, 0n, 10_00n],
    ],
  );
  for (const [i, batch] of batches.slice(1).entries()) assert.equal(batch.previousBatchId, batches[i]?.id);
  assert.deepEqual(await settleMerchant(scopeOf(shop, now()), { maxFamilies: 2 }), []);
  assert.equal(await merchantBalance(shop), 0n);
  await assertBooksBalance();
});

test("an authorization settles in one batch, however small", async () => {
  const clock = withFakeClock(START);
  const shop = await createTestMerchant(await createTestTenant());
  const { transactionId } = await createTestSale(shop, { amount: 50 });
  for (let i = 0; i < 4; i += 1) await refund(shop, transactionId, 5);
  clock.advance(1_000);
  const batches = await settleMerchant(scopeOf(shop, now()), { maxFamilies: 1 });
  assert.deepEqual(
    batches.map(({ captureCount, refundCount, payoutMinor }) => [captureCount, refundCount, payoutMinor]),
    [[1, 4, 30_00n]],
  );
});

test("a line of the very moment of the cutoff waits for the next batch", async () => {
  const clock = withFakeClock(START);
  const shop = await createTestMerchant(await createTestTenant());
  await createTestSale(shop, { amount: 10 });
  assert.deepEqual(await settleMerchant(scopeOf(shop, now())), []);
  clock.advance(1);
  const [batch, ...more] = await settleMerchant(scopeOf(shop, now()));
  assert.deepEqual([batch?.payoutMinor, more], [10_00n, []]);
});

test("no matter who asks, a suspended merchant is not paid", async () => {
  const clock = withFakeClock(START);
  const shop = await createTestMerchant(await createTestTenant());
  await createTestSale(shop, { amount: 10 });
  await suspendTestMerchant(shop);
  clock.advance(1);
  assert.deepEqual(await settleMerchant(scopeOf(shop, now())), []);
  assert.equal(await merchantBalance(shop), 10_00n);
});

test("an attempt given up by its client makes no batch once the request has its answer", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  await createTestSale(shop, { amount: 10 });
  clock.advance(1_000);
  const caller = tenantCaller(tenant);
  const request = { scope: "tests", key: "settle-1" };
  const ask = () =>
    settleSandbox(
      caller,
      { merchant: shop.id },
      {
        ...request,
        meaning: "settle",
        spelled: null,
        answerTo: ({ batches }) => {
          const body = String(batches.length);
          return { status: 200, body, kept: { body, isEncrypted: false }, namedId: null };
        },
      },
    );
  assert.equal((await ask()).batches.length, 1);
  await createTestSale(shop, { amount: 5 });
  clock.advance(1_000);
  const late = { ...scopeOf(shop, now()), request };
  assert.deepEqual(await settleMerchant(late), []);
  assert.equal((await settleMerchant({ ...late, request: null })).length, 1);
  await assertBooksBalance();
});
