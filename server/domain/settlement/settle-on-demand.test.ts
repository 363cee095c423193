import assert from "node:assert/strict";
import { test } from "node:test";
import { assertBooksBalance } from "@/server/testing/books";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();
const clock = withFakeClock("2026-11-20T10:00:00.000Z");

test("unsettled lines settle for one merchant, or for all by days that are over", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const [one, two] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  for (const merchant of [one, two]) await createTestSale(merchant, { card, amount: 10 });
  clock.advance(1_000);
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const place = { environment: "test" } as const;
  const waiting = async () =>
    (await portal.network.settlement.unsettled(place)).map(({ merchantId, pending }) => ({ merchantId, pending }));
  assert.deepEqual(new Set((await waiting()).map(({ merchantId }) => merchantId)), new Set([one.id, two.id]));
  assert.deepEqual(await portal.network.settlement.run({ ...place, merchantId: one.id }), { batches: 1 });
  assert.deepEqual(await portal.network.settlement.run({ ...place, merchantId: one.id }), { batches: 0 });
  assert.deepEqual(await waiting(), [{ merchantId: two.id, pending: 10 }]);
  assert.deepEqual(
    await portal.network.settlement.run({ ...place, merchantId: null }),
    { batches: 0 },
    "today goes on",
  );
  clock.advance(24 * 3_600_000);
  const later = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  assert.deepEqual(await later.network.settlement.run({ environment: "live", merchantId: null }), { batches: 0 });
  assert.deepEqual(await later.network.settlement.run({ ...place, merchantId: null }), { batches: 1 });
  const { items } = await later.network.settlement.list({ ...place, merchant: two.id });
  assert.deepEqual(
    items.map(({ payout, captureCount }) => [payout, captureCount]),
    [[10, 1]],
  );
  assert.deepEqual((await later.network.settlement.list({ ...place, day: "2001-01-01" })).items, []);
  await assertBooksBalance();
});
