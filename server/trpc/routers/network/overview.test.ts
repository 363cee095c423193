import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { advanceTestClock } from "@/server/testing/sandbox-clock";

withTestDatabase();

testOperatorAuthority("overview", {
  "network.overview.get": { call: (portal, place) => portal.network.overview.get(place), others: null },
});

const HOUR_MS = 3_600_000;
const NONE = { requested: 0, approved: 0, attempts: 0, arrived: 0 };

test("each tenant's figures up to now, and the sum of all", async () => {
  const clock = withFakeClock("2026-03-02T10:20:00.000Z");
  const operator = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const get = (environment: "test" | "live") => operator.network.overview.get({ environment, period: "24h" });
  const [one, other, idle] = [await createTestTenant(), await createTestTenant(), await createTestTenant()];
  const card = await createTestCard(one, { perTransactionLimitMinor: 50_00n });
  await authorize(one, card, 10);
  await declineOf(one, card, 51, { reasonCode: "61" });
  const otherCard = await createTestCard(other);
  for (let n = 0; n < 2; n += 1) await authorize(other, otherCard, 3);
  const atOnce = await get("test");
  assert.equal(atOnce.countedUntil, "2026-03-02T10:20:00.000Z");
  assert.deepEqual([atOnce.current.volume, atOnce.current.approved, atOnce.tenants.length], [16, 3, 2]);

  clock.advance(HOUR_MS);
  const shown = await get("test");
  assert.equal(shown.countedUntil, "2026-03-02T11:20:00.000Z");
  assert.deepEqual(
    shown.tenants.map(({ id, current, before, volumes }) => ({ id, current, before, volumes })),
    [
      {
        id: one.id,
        current: { ...NONE, requested: 2, approved: 1 },
        before: NONE,
        volumes: [{ currency: "USD", volume: 10 }],
      },
      {
        id: other.id,
        current: { ...NONE, requested: 2, approved: 2 },
        before: NONE,
        volumes: [{ currency: "USD", volume: 6 }],
      },
    ].sort(
      (a, b) => shown.tenants.findIndex(({ id }) => id === a.id) - shown.tenants.findIndex(({ id }) => id === b.id),
    ),
  );
  assert.ok(!shown.tenants.some(({ id }) => id === idle.id));
  const { volume, approved, declined } = shown.current;
  assert.deepEqual([volume, approved, declined], [16, 3, 1]);
  assert.deepEqual(
    shown.overTime.slice(-2).map(({ at, volume: inHour }) => [at, inHour]),
    [
      ["2026-03-02T10:00:00.000Z", 16],
      ["2026-03-02T11:00:00.000Z", 0],
    ],
  );
  assert.deepEqual((await get("live")).tenants, []);

  clock.advance(24 * HOUR_MS);
  const nextDay = await get("test");
  assert.deepEqual(
    nextDay.tenants.map(({ current, before }) => [current.requested, before.requested]),
    [
      [0, 2],
      [0, 2],
    ],
  );
  assert.deepEqual([nextDay.current.volume, nextDay.before.volume], [0, 16]);
});

test("payments on a sandbox clock that is ahead are not counted yet, in figures and charts", async () => {
  const clock = withFakeClock("2026-05-04T10:20:00.000Z");
  const operator = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const tenant = await createTestTenant();
  await advanceTestClock(tenant, { days: 2 });
  await authorize(tenant, await createTestCard(tenant), 10);
  await advanceTestClock(tenant, { hours: 1 });
  clock.advance(6 * 60_000);
  const owner = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  // Rolls up the full hours in the tenant's own time.
  const own = await owner.tenant.overview.get({ tenant: tenant.slug, environment: "test", period: "24h" });
  assert.equal(own.current.volume, 10);
  assert.equal(await getPrisma().authorizationHour.count({ where: { tenantId: tenant.id } }), 1);
  const { current, tenants } = await operator.network.overview.get({ environment: "test", period: "24h" });
  assert.equal(current.volume, 0);
  assert.ok(!tenants.some(({ id }) => id === tenant.id));
});
