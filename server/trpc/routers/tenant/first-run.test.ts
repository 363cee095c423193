import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import { TEST_CARD } from "@/server/contracts/test-card";
import { BUILDERS, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { attempt, createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { advanceTestClock } from "@/server/testing/sandbox-clock";

withTestDatabase();
before(seedSandbox);
allowLocalhost();

testTenantAuthority("firstRun", {
  "tenant.firstRun.state": {
    call: (portal, place) => portal.tenant.firstRun.state(place),
    allowed: READING,
    others: null,
  },
  "tenant.firstRun.pay": {
    call: (portal, place) => portal.tenant.firstRun.pay({ ...place, key: randomUUID() }),
    allowed: { live: [], test: BUILDERS },
    others: null,
  },
});

test("the first request names the tenant's own key, whose secret nobody else knows", async () => {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user));
  const { publicKey, hasPublicSecret } = await portal.tenant.firstRun.state({
    tenant: tenant.slug,
    environment: "test",
  });
  assert.deepEqual([publicKey, hasPublicSecret], [tenant.publicKey, false]);
});

test("a test payment is one authorization, however often its button's request is sent", async () => {
  const tenant = await createTestTenant();
  const portal = portalOf(
    await openTestSession(await createTestUser({ kind: "tenant_developer", tenantId: tenant.id })),
  );
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const state = await portal.tenant.firstRun.state(place);
  assert.deepEqual([state.testCard, state.authorizationId], [TEST_CARD, null]);
  const key = randomUUID();
  const [paid, again] = [
    await portal.tenant.firstRun.pay({ ...place, key }),
    await portal.tenant.firstRun.pay({ ...place, key }),
  ];
  assert.deepEqual(again, paid);
  assert.deepEqual([paid.amount, paid.currency, paid.decline], [12.5, "USD", null]);
  assert.equal((await portal.tenant.authorizations.list(place)).items.length, 1);
  assert.equal((await portal.tenant.firstRun.state(place)).authorizationId, paid.id);
});

test("a tenant with its clock ahead pays with a card of its own that has the money", async () => {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_developer", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user));
  const pay = () => portal.tenant.firstRun.pay({ tenant: tenant.slug, environment: "test", key: randomUUID() });
  await advanceTestClock(tenant, { days: 1 });
  await assert.rejects(pay(), /clock/);
  await createTestCard(tenant, { fundsMinor: 1_00n });
  await createTestCard(tenant, { currency: "JPY" });
  const card = await createTestCard(tenant);
  const { id, decline } = await pay();
  assert.equal(decline, null);
  const paid = await portal.tenant.authorizations.get({ tenant: tenant.slug, environment: "test", id });
  assert.equal(paid.card, card.id);
});

test("each step ticks itself", async () => {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user));
  const ticked = async () => {
    const state = await portal.tenant.firstRun.state({ tenant: tenant.slug, environment: "test" });
    const { authorizationId, subscriptionId, attemptedSubscriptionId, verifiedSubscriptionId } = state;
    return [authorizationId, subscriptionId, attemptedSubscriptionId, verifiedSubscriptionId].map((id) => id !== null);
  };
  assert.deepEqual(await ticked(), [false, false, false, false]);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { deliveryId } = await createTestDelivery(receiver.url, tenant);
  assert.deepEqual(await ticked(), [true, true, false, false]);
  await attempt(deliveryId);
  assert.deepEqual(await ticked(), [true, true, true, false]);
  receiver.answerWith(200);
  const second = await createTestDelivery(receiver.url, tenant);
  await attempt(second.deliveryId);
  assert.deepEqual(await ticked(), [true, true, true, true]);
});
