import assert from "node:assert/strict";
import { test } from "node:test";
import { setMerchantPrice } from "@/server/contracts/rest/onboarding/merchant-prices";
import { getMerchant } from "@/server/contracts/rest/onboarding/merchants";
import { getPrisma } from "@/server/db/prisma";
import { DAY_MS, now } from "@/server/platform/clock";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();
const clock = withFakeClock("2026-03-02T10:00:00.000Z");

const day = (ahead: number) => new Date(now().getTime() + ahead * DAY_MS).toISOString().slice(0, 10);
const PRICE = { currency: "USD", basisPoints: 140, fixed: 0.1 };

const set = async (tenant: TestTenant, id: string, body: object) => {
  // The later of two prices for a day stands.
  clock.advance(1_000);
  const rawBody = JSON.stringify(body);
  return (await call(tenant, setMerchantPrice, { params: { id }, rawBody, idempotencyKey: crypto.randomUUID() })).body;
};
const pricesOf = async (tenant: TestTenant, id: string) =>
  (await call(tenant, getMerchant, { params: { id } })).body.prices.map(
    ({ currency, basisPoints, fixed, effectiveOn, state }) => [currency, basisPoints, fixed, effectiveOn, state],
  );

test("a price is set from a day on, read with its merchant, and set once by a repeat", async () => {
  const tenant = await createTestTenant();
  const { id } = await createTestMerchant(tenant);
  assert.deepEqual(await pricesOf(tenant, id), []);
  const options = { params: { id }, body: { ...PRICE, effectiveOn: day(0) }, idempotencyKey: "price-1" };
  const first = await call(tenant, setMerchantPrice, options);
  assert.equal(first.status, 201);
  const { id: priceId, createdAt, ...price } = first.body;
  assert.deepEqual(price, { ...PRICE, effectiveOn: day(0), state: "current" });
  const repeat = await call(tenant, setMerchantPrice, options);
  assert.deepEqual([repeat.status, repeat.text], [200, first.text]);
  await expectError(
    tenant,
    setMerchantPrice,
    { ...options, body: { ...options.body, basisPoints: 1 } },
    { status: 422, code: "idempotency_key_reused" },
  );
  const same = await set(tenant, id, options.body);
  assert.deepEqual(
    [same.id, same.createdAt],
    [priceId, createdAt],
    "the same price for the same day is the one that stands",
  );
  await set(tenant, id, { currency: "JPY", basisPoints: 0, fixed: 30, effectiveOn: day(2) });
  await set(tenant, id, { currency: "USD", basisPoints: 90, effectiveOn: day(0) });
  assert.deepEqual(await pricesOf(tenant, id), [
    ["JPY", 0, 30, day(2), "upcoming"],
    ["USD", 90, 0, day(0), "current"],
    ["USD", 140, 0.1, day(0), "replaced"],
  ]);
  const audited = await getPrisma().auditRecord.findMany({ where: { action: "merchant.price_set" } });
  assert.equal(audited.length, 3);
});

test("a price is written as it is read, a fixed part of 0 too", async () => {
  const tenant = await createTestTenant();
  const { id } = await createTestMerchant(tenant);
  await set(tenant, id, { currency: "USD", basisPoints: 140, effectiveOn: day(1) });
  const [read] = (await call(tenant, getMerchant, { params: { id } })).body.prices;
  assert.ok(read);
  const { currency, basisPoints, fixed, effectiveOn } = read;
  assert.equal(fixed, 0);
  await set(tenant, id, { currency, basisPoints: basisPoints + 1, fixed, effectiveOn });
  assert.deepEqual(
    (await call(tenant, getMerchant, { params: { id } })).body.prices.map((price) => [price.basisPoints, price.fixed]),
    [
      [141, 0],
      [140, 0],
    ],
  );
});

test("an impossible price is refused and changes nothing", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const { id } = merchant;
  await createTestSale(merchant, { card: await createTestCard(tenant), amount: 5 });
  for (const [field, change] of [
    ["currency", { currency: "XXX" }],
    ["currency", { currency: "usd" }],
    ["basisPoints", { basisPoints: 10_001 }],
    ["basisPoints", { basisPoints: 1.5 }],
    ["basisPoints", { basisPoints: undefined }],
    ["fixed", { fixed: 0.001 }],
    ["fixed", { fixed: -0.1 }],
    ["fixed", { currency: "JPY", fixed: 0.5 }],
    ["effectiveOn", { effectiveOn: day(-1) }],
    ["effectiveOn", { effectiveOn: day(0) }],
    ["effectiveOn", { effectiveOn: "2027-02-30" }],
  ] as const) {
    const options = {
      params: { id },
      rawBody: JSON.stringify({ ...PRICE, effectiveOn: day(1), ...change }),
      idempotencyKey: crypto.randomUUID(),
    };
    const refused = await expectError(tenant, setMerchantPrice, options, { status: 400, code: "validation_error" });
    assert.equal(refused.error.field, field, JSON.stringify(change));
  }
  const body = { ...PRICE, effectiveOn: day(1) };
  await expectError(
    tenant,
    setMerchantPrice,
    { params: { id }, body, idempotencyKey: null },
    { status: 400, code: "idempotency_key_required" },
  );
  await expectError(
    await createTestTenant(),
    setMerchantPrice,
    { params: { id }, body },
    { status: 404, code: "merchant_not_found" },
  );
  assert.equal(await getPrisma().merchantPrice.count({ where: { merchantId: id } }), 0);
});
