import assert from "node:assert/strict";
import { test } from "node:test";
import { READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { attempt, createTestDelivery } from "@/server/testing/factories/webhook-deliveries";

withTestDatabase();
allowLocalhost();

testTenantAuthority("firstRun", {
  "tenant.firstRun.state": {
    call: (portal, place) => portal.tenant.firstRun.state(place),
    allowed: READING,
    others: null,
  },
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
