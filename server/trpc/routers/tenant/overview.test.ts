import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { retryDelivery } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf, increment } from "@/server/testing/factories/authorization-steps";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { attempt, createTestDelivery, deliveriesOf } from "@/server/testing/factories/webhook-deliveries";

withTestDatabase();
allowLocalhost();

testTenantAuthority("overview", {
  "tenant.overview.get": { call: (portal, place) => portal.tenant.overview.get(place), allowed: READING, others: null },
});

const HOUR_MS = 3_600_000;

test("counts are the same whether an hour was rolled up or is under way, and each period has its own", async () => {
  const clock = withFakeClock("2026-03-02T10:20:00.000Z");
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const session = await openTestSession(user);
  const get = (period: "24h" | "7d" | "30d") => portalOf(session).tenant.overview.get({ ...place, period });
  assert.equal((await get("7d")).hasAuthorizations, false);
  const card = await createTestCard(tenant, { perTransactionLimitMinor: 50_00n });
  const { recordId } = await authorize(tenant, card, 10);
  await increment(tenant, recordId, 5);
  await declineOf(tenant, card, 51, { reasonCode: "61" });
  const now = await get("24h");
  assert.deepEqual(now.current, {
    volume: 15,
    volumes: { USD: 15 },
    approved: 2,
    approvalRate: 2 / 3,
    declined: 1,
    webhookRate: null,
    attempts: 0,
    arrived: 0,
  });
  assert.deepEqual(now.declines, [
    { code: "61", title: "Exceeds amount limit", count: 1, overTime: [...Array(23).fill(0), 1] },
  ]);
  assert.equal(now.overTime.at(-1)?.volume, 15);
  clock.advance(2 * HOUR_MS);
  const rolled = await get("24h");
  assert.deepEqual([rolled.current.volume, rolled.overTime.at(-3)?.volume], [15, 15]);
  assert.equal(await getPrisma().authorizationHour.count({ where: { tenantId: tenant.id } }), 2);
  // Completed hours stay rolled up; a later one is added.
  await authorize(tenant, card, 1);
  assert.equal((await get("7d")).current.volume, 16);
  clock.advance(22 * HOUR_MS);
  const nextDay = await get("24h");
  assert.deepEqual([nextDay.current.volume, nextDay.before.volume], [1, 15]);
  assert.deepEqual(
    nextDay.overTime.filter(({ before }) => before.volume > 0).map(({ at, before }) => [at, before.volume]),
    [["2026-03-03T10:00:00.000Z", 15]],
  );
  assert.equal((await get("30d")).current.volume, 16);
  assert.equal((await get("30d")).overTime.length, 30);
});

for (const [zone, before, after] of [
  ["UTC", [0, 15], [15, 0]],
  ["Asia/Kolkata", [3, 12], [3, 12]],
  ["Europe/Berlin", [7, 8], [7, 8]],
  ["America/New_York", [0, 15], [0, 15]],
] as const) {
  test(`a day of the chart is one in ${zone}, whether its hours were rolled up or are under way`, async () => {
    const clock = withFakeClock("2026-03-02T18:00:00.000Z");
    const moveTo = (time: string) => clock.advance(Date.parse(`2026-03-0${time}:00.000Z`) - clock.now().getTime());
    const tenant = await createTestTenant();
    await getPrisma().tenant.update({ where: { id: tenant.id }, data: { timeZone: zone } });
    const session = await openTestSession(await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id }));
    const place = { tenant: tenant.slug, environment: "test" } as const;
    const card = await createTestCard(tenant);
    // 18:30 UTC is midnight in Kolkata; 23:00 is midnight in Berlin.
    for (const [amount, time] of [
      [1, "2T18:00"],
      [2, "2T18:29"],
      [4, "2T18:30"],
      [8, "2T23:00"],
    ] as const) {
      moveTo(time);
      await authorize(tenant, card, amount);
    }
    const lastTwoDays = async () => {
      const { overTime } = await portalOf(session).tenant.overview.get({ ...place, period: "7d" });
      return overTime.slice(-2).map(({ volume }) => volume);
    };
    moveTo("2T23:30");
    assert.deepEqual(await lastTwoDays(), before);
    moveTo("3T02:00");
    assert.deepEqual(await lastTwoDays(), after);
  });
}

test("attempts at webhooks are counted by the hour, by the day and in the period before", async () => {
  const clock = withFakeClock("2026-03-02T10:20:00.000Z");
  const receiver = await startReceiver();
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery("http://localhost:65535/");
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const session = await openTestSession(user);
  const get = async (period: "24h" | "7d") => {
    const { current, before, overTime } = await portalOf(session).tenant.overview.get({
      tenant: tenant.slug,
      environment: "test",
      period,
    });
    const last = overTime.filter(({ attempts }) => attempts > 0).map(({ at, webhookRate }) => [at, webhookRate]);
    return [current.arrived, current.attempts, before.attempts, last];
  };
  await attempt(deliveryId);
  assert.deepEqual(await get("24h"), [0, 1, 0, [["2026-03-02T10:00:00.000Z", 0]]]);
  await getPrisma().webhookSubscription.update({ where: { id: subscriptionId }, data: { url: receiver.url } });
  await retryDelivery(tenantCaller(tenant), { subscriptionId, deliveryId }, null);
  await attempt(deliveryId);
  clock.advance(2 * HOUR_MS);
  const rolled = [1, 2, 0, [["2026-03-02T10:00:00.000Z", 0.5]]];
  assert.deepEqual(await get("24h"), rolled);
  assert.deepEqual(await getPrisma().webhookAttemptHour.findMany({ where: { tenantId: tenant.id } }), [
    { tenantId: tenant.id, environment: "test", hour: new Date("2026-03-02T10:00:00.000Z"), attempts: 2, arrived: 1 },
  ]);
  await authorize(tenant, await createTestCard(tenant), 1);
  const [, later = ""] = await deliveriesOf(subscriptionId);
  await attempt(later);
  assert.deepEqual(await get("7d"), [2, 3, 0, [["2026-03-02T00:00:00.000Z", 2 / 3]]]);
  clock.advance(23 * HOUR_MS);
  assert.deepEqual(await get("24h"), [1, 1, 2, [["2026-03-02T12:00:00.000Z", 1]]]);
});

test("a receiver needs attention after three failures in a row, long before its deliveries fail for good", async () => {
  const clock = withFakeClock("2026-03-02T10:20:00.000Z");
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery("http://localhost:65535/");
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const session = await openTestSession(user);
  const failing = async () => {
    const { attention } = await portalOf(session).tenant.overview.get({
      tenant: tenant.slug,
      environment: "test",
      period: "7d",
    });
    return attention.subscriptions.map(({ id, failureCount }) => [id, failureCount]);
  };
  const seen: unknown[] = [];
  for (let number = 1; number <= 3; number += 1) {
    await attempt(deliveryId);
    seen.push(await failing());
    clock.advance(24 * HOUR_MS);
    await retryDelivery(tenantCaller(tenant), { subscriptionId, deliveryId }, null);
  }
  assert.deepEqual(seen, [[], [], [[subscriptionId, 0]]]);
});

test("each currency is a figure of its own, beside what it was", async () => {
  const clock = withFakeClock("2026-03-02T10:20:00.000Z");
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const place = { tenant: tenant.slug, environment: "test", period: "24h" } as const;
  const inDollars = await createTestCard(tenant);
  const inYen = await createTestCard(tenant, { currency: "JPY" });
  await authorize(tenant, inYen, 700, { currency: "JPY" });
  clock.advance(24 * HOUR_MS);
  for (const amount of [10, 2.5]) await authorize(tenant, inDollars, amount);
  await authorize(tenant, inYen, 300, { currency: "JPY" });
  const { volumes, current } = await portalOf(await openTestSession(user)).tenant.overview.get(place);
  assert.deepEqual(current.volumes, { JPY: 300, USD: 12.5 });
  assert.deepEqual(volumes, [
    { currency: "USD", volume: 12.5, before: 0 },
    { currency: "JPY", volume: 300, before: 700 },
  ]);
});

test("a receiver needs attention with under 90 % of its last 20 attempts arrived, though the newest did", async () => {
  const clock = withFakeClock("2026-03-02T10:20:00.000Z");
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery("http://localhost:65535/");
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const session = await openTestSession(user);
  const write = (failed: number, ofAll: number) =>
    getPrisma().webhookAttempt.createMany({
      data: Array.from({ length: ofAll }, (_, i) => {
        clock.advance(1_000);
        const error = i < failed ? "refused" : null;
        const common = { deliveryId, subscriptionId, url: "http://localhost/", requestHeaders: {}, durationMs: 1 };
        return { ...common, id: newRecordId(now()), number: 1, startedAt: now(), error };
      }),
    });
  const failing = async () => {
    const place = { tenant: tenant.slug, environment: "test", period: "7d" } as const;
    const { attention } = await portalOf(session).tenant.overview.get(place);
    return attention.subscriptions.map(({ id, attempts, arrived }) => [id, attempts, arrived]);
  };
  await write(3, 19);
  assert.deepEqual(await failing(), [], "too few to be a rate");
  await write(0, 1);
  assert.deepEqual(await failing(), [[subscriptionId, 20, 17]]);
  await write(0, 18);
  assert.deepEqual(await failing(), []);
  await write(2, 20);
  assert.deepEqual(await failing(), [], "90 % is enough");
});
