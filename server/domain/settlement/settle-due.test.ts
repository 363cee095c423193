import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { assertBooksBalance } from "@/server/testing/books";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, suspendTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { merchantBalance, refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { findNextSettlement, settleDue, settleScheduled } from "./settle-due";

withTestDatabase();

async function batchesOf({ id }: Pick<TestMerchant, "id">): Promise<[day: string, payoutMinor: bigint][]> {
  const batches = await getPrisma().settlementBatch.findMany({ where: { merchantId: id }, orderBy: { id: "asc" } });
  return batches.map(({ settledDay, payoutMinor }) => [settledDay.toISOString().slice(0, 10), payoutMinor]);
}

test("only ended days are settled, by UTC, each once", async () => {
  const clock = withFakeClock("2026-03-02T23:59:59.999Z");
  const shop = await createTestMerchant(await createTestTenant());
  await createTestSale(shop, { amount: 10 });
  assert.equal(await settleDue({ now: clock.now() }), 0);
  clock.advance(1);
  await createTestSale(shop, { amount: 20 });
  assert.equal(await settleDue({ now: clock.now() }), 1);
  assert.deepEqual(await batchesOf(shop), [["2026-03-02", 10_00n]]);
  clock.advance(DAY_MS - 1);
  assert.equal(await settleDue({ now: clock.now() }), 0);
  clock.advance(1);
  assert.equal(await settleDue({ now: clock.now() }), 1);
  assert.equal(await settleDue({ now: clock.now() }), 0);
  assert.deepEqual(await batchesOf(shop), [
    ["2026-03-02", 10_00n],
    ["2026-03-03", 20_00n],
  ]);
  await assertBooksBalance();
});

test("a merchant's day ends by its own time zone, else by its tenant's", async () => {
  const clock = withFakeClock("2026-03-03T07:59:59.999Z");
  const tenant = await createTestTenant();
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { timeZone: "Asia/Tokyo" } });
  const [west, east] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  await getPrisma().merchant.update({ where: { id: west.id }, data: { timeZone: "America/Los_Angeles" } });
  await createTestSale(west, { amount: 10 });
  await createTestSale(east, { amount: 20 });
  assert.equal(await settleDue({ now: clock.now() }), 0, "neither day is over: 23:59 in Los Angeles, 16:59 in Tokyo");
  clock.advance(1);
  await createTestSale(west, { amount: 30 });
  assert.equal(await settleDue({ now: clock.now() }), 1);
  assert.deepEqual(await batchesOf(west), [["2026-03-02", 10_00n]]);
  clock.advance(7 * 3_600_000);
  assert.equal(await settleDue({ now: clock.now() }), 1, "midnight in Tokyo");
  assert.deepEqual(await batchesOf(east), [["2026-03-03", 20_00n]]);
  const { id: sandboxOf } = tenant;
  const until = new Date(clock.now().getTime() + DAY_MS);
  const next = await findNextSettlement({ sandboxOf, after: clock.now(), until });
  assert.equal(next?.toISOString(), "2026-03-04T08:15:00.000Z");
  clock.advance(DAY_MS);
  assert.equal(await settleDue({ now: clock.now() }), 1);
  await assertBooksBalance();
});

test("the schedule settles a zone a quarter of an hour after its midnight, and every six hours after", async () => {
  const clock = withFakeClock("2026-03-02T18:29:00.000Z");
  const shop = await createTestMerchant(await createTestTenant());
  await getPrisma().merchant.update({ where: { id: shop.id }, data: { timeZone: "Asia/Kolkata" } });
  await createTestSale(shop, { amount: 10 });
  const made = async (at: string) => {
    clock.advance(Date.parse(at) - clock.now().getTime());
    return settleScheduled({ now: clock.now() });
  };
  assert.deepEqual([await made("2026-03-02T18:30:00.000Z"), await made("2026-03-02T18:45:00.000Z")], [0, 1]);
  await createTestSale(shop, { amount: 20 });
  const later = ["2026-03-03T18:30:00.000Z", "2026-03-03T19:00:00.000Z", "2026-03-03T19:15:00.000Z"];
  for (const at of later) assert.equal(await made(at), 0);
  assert.equal(await made("2026-03-04T00:45:00.000Z"), 1);
  assert.deepEqual(await batchesOf(shop), [
    ["2026-03-02", 10_00n],
    ["2026-03-03", 20_00n],
  ]);
});

test("every merchant of both environments, by several runs at once, once", async () => {
  const clock = withFakeClock("2026-04-01T10:00:00.000Z");
  const tenant = await createTestTenant();
  const live = await createTestKey(tenant, { environment: "live" });
  const shops = [];
  for (const owner of [tenant, live, await createTestTenant()]) shops.push(await createTestMerchant(owner));
  for (const shop of shops) await createTestSale(shop, { amount: 10 });
  clock.advance(DAY_MS);
  const runs = await Promise.all(Array.from({ length: 5 }, () => settleDue({ now: clock.now() })));
  assert.equal(
    runs.reduce((sum, made) => sum + made, 0),
    shops.length,
  );
  for (const shop of shops) assert.deepEqual(await batchesOf(shop), [["2026-04-01", 10_00n]]);
  await assertBooksBalance();
});

test("a day with refunds alone settles too, as a debt", async () => {
  const clock = withFakeClock("2026-05-01T10:00:00.000Z");
  const shop = await createTestMerchant(await createTestTenant());
  const { transactionId } = await createTestSale(shop, { amount: 10 });
  await settleAfterASecond(clock, shop.tenant);
  await refund(shop, transactionId, 4);
  clock.advance(DAY_MS);
  assert.equal(await settleDue({ now: clock.now() }), 1);
  assert.deepEqual(await batchesOf(shop), [
    ["2026-05-01", 10_00n],
    ["2026-05-01", 0n],
  ]);
  assert.equal(await merchantBalance(shop), -4_00n);
  await assertBooksBalance();
});

test("an unsettleable merchant is passed over and keeps no one's money", async () => {
  const clock = withFakeClock("2026-06-01T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shops = [];
  for (let i = 0; i < 3; i += 1) shops.push(await createTestMerchant(tenant));
  for (const shop of shops) await createTestSale(shop, { amount: 10 });
  const [, broken] = shops;
  assert.ok(broken);
  await queryTestDatabase(`ALTER TABLE settlement_batches
    ADD CONSTRAINT refuse_one CHECK (merchant_id <> '${broken.id}') NOT VALID`);
  clock.advance(DAY_MS);
  assert.equal(await settleDue({ now: clock.now() }), 2);
  assert.deepEqual(await batchesOf(broken), []);
  assert.equal(await merchantBalance(broken), 10_00n);
  await queryTestDatabase("ALTER TABLE settlement_batches DROP CONSTRAINT refuse_one");
  assert.equal(await settleDue({ now: clock.now() }), 1);
  assert.deepEqual(await batchesOf(broken), [["2026-06-01", 10_00n]]);
  await assertBooksBalance();
});

test("a suspended merchant, or a suspended tenant's, is paid by the first run after it is active again", async () => {
  const clock = withFakeClock("2026-07-01T10:00:00.000Z");
  const [shop, other] = [
    await createTestMerchant(await createTestTenant()),
    await createTestMerchant(await createTestTenant()),
  ];
  for (const merchant of [shop, other]) await createTestSale(merchant, { amount: 10 });
  await suspendTestMerchant(shop);
  await suspendTestTenant(other.tenant);
  clock.advance(3 * DAY_MS);
  assert.equal(await settleDue({ now: clock.now() }), 0);
  assert.deepEqual((await settleAfterASecond(clock, shop.tenant)).batches, []);
  assert.deepEqual((await settleAfterASecond(clock, other.tenant)).batches, []);
  assert.deepEqual([await merchantBalance(shop), await merchantBalance(other)], [10_00n, 10_00n]);
  await getPrisma().merchant.update({ where: { id: shop.id }, data: { status: "active" } });
  await getPrisma().tenant.update({ where: { id: other.tenant.id }, data: { status: "active" } });
  assert.equal(await settleDue({ now: clock.now() }), 2);
  for (const merchant of [shop, other]) assert.deepEqual(await batchesOf(merchant), [["2026-07-03", 10_00n]]);
  await assertBooksBalance();
});

test("a currency is settled for itself", async () => {
  const clock = withFakeClock("2026-08-01T10:00:00.000Z");
  const shop = await createTestMerchant(await createTestTenant());
  const card = await createTestCard(shop.tenant, { currency: "KWD", fundsMinor: 10_000n });
  await createTestSale(shop, { card, currency: "KWD", amount: 1.001 });
  await createTestSale(shop, { amount: 10 });
  clock.advance(DAY_MS);
  assert.equal(await settleDue({ now: clock.now() }), 2);
  assert.deepEqual((await batchesOf(shop)).map(([, payout]) => payout).sort(), [10_00n, 1_001n].sort());
  await assertBooksBalance();
});
