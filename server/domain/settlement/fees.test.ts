import assert from "node:assert/strict";
import { test } from "node:test";
import { listBalanceTransactions } from "@/server/contracts/rest/reading-back/balances";
import { getPayout, listBatches, listBatchLines } from "@/server/contracts/rest/reading-back/settlement";
import { getPool } from "@/server/db/pool";
import { sumBooks } from "@/server/domain/ledger";
import { changeMerchantSettings } from "@/server/domain/merchants";
import { dayOf } from "@/server/platform/clock";
import { assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { staffCaller, tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { merchantBalance, refund, setTestPrice, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { waitForBlocked } from "@/server/testing/faults/blocked-query";
import { readPrices } from "./set-price";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

const returnFees = ({ id, tenant }: TestMerchant, isFeeReturned: boolean) =>
  changeMerchantSettings(tenantCaller(tenant), { id, settings: { isFeeReturned } });

async function feesOf(tenant: TestMerchant["tenant"], currency = "USD"): Promise<bigint> {
  const [sum] = await queryTestDatabase<{ sum: string }>(
    `SELECT coalesce(sum(e.amount_minor), 0)::text AS sum FROM accounts a JOIN entries e ON e.account_id = a.id
      WHERE a.kind = 'fees' AND a.tenant_id = $1 AND a.currency = $2`,
    [tenant.id, currency],
  );
  return BigInt(sum?.sum ?? 0);
}

test("a price is charged at settlement, of its merchant alone, and shown gross, fee, and net", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const [shop, free] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  await setTestPrice(shop, { rateBps: 140, fixed: 0.1 });
  const sale = await createTestSale(shop, { amount: 12.5 });
  clock.advance(1);
  await createTestSale(shop, { amount: 0.05 });
  await createTestSale(free, { amount: 40 });
  await settleAfterASecond(clock, tenant);
  const { body: lists } = await call(tenant, listBatches, {});
  const shown = (merchant: string) => {
    const batch = lists.data.find((each) => each.merchant === merchant);
    assert.ok(batch?.payoutId);
    const { gross, fee, net, payout, payoutId, batchId } = batch;
    return { figures: [gross, fee, net, payout], payoutId, batchId };
  };
  assert.deepEqual(shown(free.id).figures, [40, 0, 40, 40]);
  const { figures, payoutId, batchId } = shown(shop.id);
  // 12.50 × 1.4 % = 0.175, rounded half up, plus 0.10; and all of 0.05.
  assert.deepEqual(figures, [12.55, 0.33, 12.22, 12.22]);
  const { body: payout } = await call(tenant, getPayout, { params: { id: payoutId } });
  assert.deepEqual(
    [payout.amount, payout.gross, payout.fee, payout.net, payout.carriedIn],
    [12.22, 12.55, 0.33, 12.22, 0],
  );
  const { body: lines } = await call(tenant, listBatchLines, { params: { id: batchId } });
  assert.deepEqual(
    lines.data.map(({ gross, fee, net }) => [gross, fee, net]).sort((a, b) => (b[0] ?? 0) - (a[0] ?? 0)),
    [
      [12.5, 0.28, 12.22],
      [0.05, 0.05, 0],
    ],
  );
  const query = { merchant: shop.id, currency: "USD" };
  const { body: entries } = await call(tenant, listBalanceTransactions, { query });
  const fee = entries.data[1];
  assert.deepEqual([fee?.kind, fee?.amount, fee?.balance, fee?.batchId], ["fee", -0.33, 12.22, batchId]);
  assert.deepEqual([fee?.transactionId, fee?.payoutId, fee?.authorizationId], [null, null, null]);
  assert.deepEqual([entries.opening, entries.closing, entries.data.at(-1)?.id], [0, 0, sale.transactionId]);
  for (let limit = 1, cursor = fee?.id ?? ""; limit < 4; limit += 1) {
    const { body: after } = await call(tenant, listBalanceTransactions, {
      query: { ...query, limit: String(limit), starting_after: cursor },
    });
    assert.equal(after.data[0]?.kind, "capture");
  }
  assert.equal(await merchantBalance(shop), 0n);
  assert.equal(await feesOf(tenant), 33n);
  const totals = await sumBooks({ environment: "test" });
  assert.equal(
    totals.filter(({ currency }) => currency === "USD").reduce((sum, { postedMinor }) => sum + postedMinor, 0n),
    0n,
  );
  await assertBooksBalance();
});

test("a refund keeps the fee or gives its part back, as the merchant has it when the batch is opened", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  await setTestPrice(shop, { rateBps: 300, fixed: 0.01 });
  const [kept, back] = [await createTestSale(shop, { amount: 10 }), await createTestSale(shop, { amount: 10 })];
  await refund(shop, kept.transactionId, 10);
  const [first] = (await settleAfterASecond(clock, tenant, shop)).batches;
  assert.deepEqual([first?.gross, first?.fee, first?.payout], [10, 0.62, 9.38]);
  await returnFees(shop, true);
  // 0.31 in three parts: 0.10, 0.10, 0.11, which is all that was charged.
  for (const amount of [3.33, 3.33]) await refund(shop, back.transactionId, amount);
  const [second] = (await settleAfterASecond(clock, tenant, shop)).batches;
  assert.deepEqual([second?.gross, second?.fee, second?.net], [-6.66, -0.2, -6.46]);
  assert.deepEqual([second?.payout, second?.carriedOut], [0, -6.46]);
  await refund(shop, back.transactionId, 3.34);
  const [third] = (await settleAfterASecond(clock, tenant, shop)).batches;
  assert.deepEqual([third?.fee, third?.carriedIn, third?.carriedOut], [-0.11, -6.46, -9.69]);
  assert.equal(await feesOf(tenant), 31n);
  assert.equal(await merchantBalance(shop), -9_69n);
  await assertBooksBalance();
});

test("a sale refunded before it settles owes its fee, which is carried", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const [keeps, returns] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  await returnFees(returns, true);
  for (const shop of [keeps, returns]) {
    await setTestPrice(shop);
    const { transactionId } = await createTestSale(shop, { amount: 10 });
    await refund(shop, transactionId);
  }
  const { batches } = await settleAfterASecond(clock, tenant);
  const carried = (shop: TestMerchant) => {
    const batch = batches.find(({ merchant }) => merchant === shop.id);
    return [batch?.gross, batch?.fee, batch?.payout, batch?.carriedOut];
  };
  assert.deepEqual(carried(keeps), [0, 0.24, 0, -0.24]);
  assert.deepEqual(carried(returns), [0, 0, 0, 0]);
  await assertBooksBalance();
});

test("each payment has the price of the UTC day of its capture, whenever it settles", async () => {
  const clock = withFakeClock("2026-03-02T23:59:59.000Z");
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const tomorrow = new Date(dayOf(clock.now()).getTime() + DAY_MS);
  await setTestPrice(shop, { rateBps: 500, fixed: 0, effectiveOn: tomorrow });
  clock.advance(1);
  await setTestPrice(shop, { rateBps: 200, fixed: 0, effectiveOn: tomorrow });
  await createTestSale(shop, { amount: 10 });
  clock.advance(1_000);
  await createTestSale(shop, { amount: 10 });
  await setTestPrice(shop, { rateBps: 0, fixed: 0, effectiveOn: new Date(tomorrow.getTime() + 2 * DAY_MS) });
  const states = (await readPrices(staffCaller(tenant), { merchantId: shop.id })).map(({ rateBps, state }) => [
    rateBps,
    state,
  ]);
  assert.deepEqual(states, [
    [0, "upcoming"],
    [200, "current"],
    [500, "replaced"],
  ]);
  clock.advance(3 * DAY_MS);
  await createTestSale(shop, { amount: 10 });
  const [batch] = (await settleAfterASecond(clock, tenant, shop)).batches;
  assert.deepEqual([batch?.gross, batch?.fee], [30, 0.2]);
  await assertBooksBalance();
});

test("a sale under way when a price is set keeps the price that stood, and the next pays the new one", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  const holder = await getPool().connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE", [card.accountId]);
  const underWay = createTestSale(shop, { card, amount: 10 });
  await waitForBlocked(1);
  clock.advance(3);
  await setTestPrice(shop, { rateBps: 500, fixed: 0 });
  await holder.query("COMMIT");
  holder.release();
  await underWay;
  const [before] = (await settleAfterASecond(clock, tenant, shop)).batches;
  assert.deepEqual([before?.gross, before?.fee], [10, 0]);
  await createTestSale(shop, { card, amount: 10 });
  const [after] = (await settleAfterASecond(clock, tenant, shop)).batches;
  assert.deepEqual([after?.gross, after?.fee], [10, 0.5]);
  await assertBooksBalance();
});

const refusal = (field: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Error && "field" in error);
  assert.equal(error.field, field);
  assert.match(error.message, message);
  return true;
};

test("a price begins on no day that is past or has payments, and is nobody else's to set or read", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const at = (days: number) => new Date(dayOf(clock.now()).getTime() + days * DAY_MS);
  await assert.rejects(setTestPrice(shop, { effectiveOn: at(-1) }), refusal("effectiveOn", /past/));
  await assert.rejects(setTestPrice(shop, { currency: "XXX" }), refusal("currency", /supported/));
  await assert.rejects(setTestPrice(shop, { fixed: 0.001 }), refusal("fixed", /decimals/));
  await createTestSale(shop, { amount: 10 });
  await assert.rejects(setTestPrice(shop), refusal("effectiveOn", /choose 2026-03-03/));
  await setTestPrice(shop, { currency: "EUR" });
  for (let i = 0; i < 2; i += 1) await setTestPrice(shop, { effectiveOn: at(1) });
  const other = await createTestTenant();
  await assert.rejects(setTestPrice({ ...shop, tenant: other } as TestMerchant, { effectiveOn: at(1) }), {
    code: "merchant_not_found",
  });
  await assert.rejects(readPrices(staffCaller(other), { merchantId: shop.id }), { code: "not_found" });
  const prices = await readPrices(staffCaller(tenant), { merchantId: shop.id });
  assert.deepEqual(
    prices.map(({ currency, state }) => [currency, state]),
    [
      ["EUR", "current"],
      ["USD", "upcoming"],
    ],
  );
  const audited = await queryTestDatabase<{ details: object }>(
    "SELECT details FROM audit_records WHERE action = 'merchant.price_set' AND subject_id = $1 ORDER BY number",
    [shop.id],
  );
  assert.deepEqual(audited.at(-1)?.details, {
    name: "Test Shop",
    currency: "USD",
    from: "2026-03-03",
    rateBps: 140,
    fixed: 0.1,
    rateBpsBefore: 0,
    fixedBefore: 0,
  });
  assert.equal(audited.length, 2);
});

test("prices and what was charged by them are never changed", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  await setTestPrice(shop);
  await createTestSale(shop);
  await settleAfterASecond(clock, tenant, shop);
  for (const change of [
    "UPDATE merchant_prices SET rate_bps = 0",
    "DELETE FROM merchant_prices",
    "UPDATE captures SET fee_minor = 0 WHERE fee_minor > 0",
    "UPDATE settlement_batches SET fee_minor = 0",
  ]) {
    await assert.rejects(getPool().query(change), /append-only|refuse|change/i);
  }
});
