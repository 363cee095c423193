import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { call } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("the daily count starts over at midnight UTC", async () => {
  const clock = withFakeClock("2026-03-02T23:59:59.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { dailyCountLimit: 2 });
  await authorize(tenant, card, 1);
  await authorize(tenant, card, 1);
  await declineOf(tenant, card, 1, { reasonCode: "65" });
  clock.advance(1_000);
  await authorize(tenant, card, 1);
  await authorize(tenant, card, 1);
  await declineOf(tenant, card, 1, { reasonCode: "65" });
});

test("the daily amount starts over at midnight UTC, and a void does not give it back", async () => {
  const clock = withFakeClock("2026-03-02T08:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { dailyAmountLimitMinor: 50_00n });
  const { recordId } = await authorize(tenant, card, 40);
  await declineOf(tenant, card, 10.01, { reasonCode: "61" });
  await authorize(tenant, card, 10);
  await reverse(tenant, recordId);
  await declineOf(tenant, card, 0.01, { reasonCode: "61" });
  clock.advance(DAY_MS);
  await authorize(tenant, card, 50);
});

test("increments count against the daily amount and the transaction limit, not against the daily count", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, {
    dailyCountLimit: 1,
    dailyAmountLimitMinor: 80_00n,
    perTransactionLimitMinor: 60_00n,
  });
  const { recordId: id } = await authorize(tenant, card, 40);
  await increment(tenant, id, 20);
  const refused = await call(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount: 0.01 } });
  assert.ok(refused.body.status === "declined");
  assert.deepEqual([refused.body.reasonCode, refused.body.details], ["61", { limit: "transaction" }]);
  await declineOf(tenant, card, 20, { reasonCode: "65" });
});

test("an increment over the daily amount is declined though the transaction allows it", async () => {
  const clock = withFakeClock("2026-03-02T08:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { dailyAmountLimitMinor: 50_00n });
  const { recordId: id } = await authorize(tenant, card, 30);
  const refused = await call(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount: 20.01 } });
  assert.ok(refused.body.status === "declined");
  assert.deepEqual([refused.body.reasonCode, refused.body.details], ["61", { limit: "daily-amount" }]);
  await increment(tenant, id, 20);
  clock.advance(DAY_MS);
  await increment(tenant, id, 50);
});

test("an increment on a new day leaves the new day's count untouched", async () => {
  const clock = withFakeClock("2026-03-02T08:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { dailyCountLimit: 1 });
  const { recordId: id } = await authorize(tenant, card, 30);
  clock.advance(DAY_MS);
  await increment(tenant, id, 5);
  await authorize(tenant, card, 1);
  await declineOf(tenant, card, 1, { reasonCode: "65" });
});

test("a clock a little behind midnight does not reset a day that has begun", async () => {
  const clock = withFakeClock("2026-03-03T00:00:00.500Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { dailyCountLimit: 1 });
  await authorize(tenant, card, 1);
  clock.advance(-1_000);
  await declineOf(tenant, card, 1, { reasonCode: "65" });
});
