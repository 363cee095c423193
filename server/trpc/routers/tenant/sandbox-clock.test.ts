import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { BUILDERS, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const LATER = "2026-03-10T10:00:00.000Z";

testTenantAuthority("sandboxClock", {
  "tenant.sandboxClock.get": {
    call: (portal, place) => portal.tenant.sandboxClock.get(place),
    allowed: { live: [], test: READING.test },
    isSandboxOnly: true,
    others: null,
  },
  "tenant.sandboxClock.advance": {
    call: (portal, place) => portal.tenant.sandboxClock.advance({ ...place, key: crypto.randomUUID(), hours: 1 }),
    allowed: { live: [], test: BUILDERS },
    isSandboxOnly: true,
    others: null,
  },
});

test("the page dates payments by the clock, people and keys by real time", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const portal = portalOf(await openTestSession(user)).tenant;
  const unmoved = { now: START, realNow: START, aheadMs: 0, isFixed: false, move: null };
  assert.deepEqual(await portal.sandboxClock.get(place), unmoved);
  const { recordId } = await authorize(tenant, await createTestCard(tenant), 12.5);
  const key = crypto.randomUUID();
  assert.deepEqual(await portal.sandboxClock.advance({ ...place, key, days: 8 }), { now: LATER });
  assert.deepEqual(await portal.sandboxClock.advance({ ...place, key, days: 8 }), { now: LATER });
  const clock = await portal.sandboxClock.get(place);
  assert.deepEqual([clock.now, clock.aheadMs], [LATER, 8 * DAY_MS]);
  const expired = { kind: "hold_expired", id: recordId, of: "Test Merchant", amount: 12.5, currency: "USD" };
  const noAttempt = { subscriptionId: null, attempt: null, hasArrived: null };
  assert.deepEqual(clock.move, {
    from: START,
    to: LATER,
    hasArrived: true,
    hasMore: false,
    moments: [{ at: "2026-03-09T10:00:00.000Z", items: [{ ...expired, ...noAttempt }] }],
  });
  assert.equal((await portal.tenants.get(place)).clockAheadMs, 8 * DAY_MS);
  const { id } = await portal.members.create({ ...place, key: crypto.randomUUID(), name: "Ada" });
  assert.equal((await portal.members.get({ ...place, id })).createdAt, LATER);
  await portal.team.invite({ ...place, key: crypto.randomUUID(), email: "new@tenant.test", role: "viewer" });
  const invitation = await getPrisma().invitation.findFirstOrThrow({ where: { tenantId: tenant.id } });
  assert.deepEqual(invitation.expiresAt, new Date(Date.parse(START) + 7 * DAY_MS));
  const { items } = await portal.audit.list(place);
  assert.ok(items.some(({ action }) => action === "sandbox_clock.advanced"));
  assert.deepEqual(new Set(items.map(({ createdAt }) => createdAt)), new Set([START]));
  assert.equal((await portal.tenants.get({ ...place, environment: "live" })).clockAheadMs, 0);
});
