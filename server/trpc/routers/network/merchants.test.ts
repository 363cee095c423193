import assert from "node:assert/strict";
import { test } from "node:test";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

testOperatorAuthority("merchants", {
  "network.merchants.list": { call: (portal, place) => portal.network.merchants.list({ ...place }), others: null },
  "network.merchants.get": {
    call: (portal, place, { tenant }) => portal.network.merchants.get({ ...place, id: tenant.merchantId }),
    others: "not_found",
  },
  "network.merchants.setStatus": {
    call: (portal, place, { tenant }) =>
      portal.network.merchants.setStatus({ ...place, id: tenant.merchantId, status: "suspended" }),
    others: "not_found",
  },
  "network.merchants.allowSameDayReversal": {
    call: (portal, place, { tenant }) =>
      portal.network.merchants.allowSameDayReversal({ ...place, id: tenant.merchantId, isEnabled: true }),
    others: "not_found",
  },
  "network.merchants.setPrice": {
    call: (portal, place, { tenant }) =>
      portal.network.merchants.setPrice({
        ...place,
        id: tenant.merchantId,
        currency: "USD",
        rate: 0.95,
        effectiveOn: "2099-12-01",
      }),
    others: "not_found",
  },
});

test("a suspended merchant is declined with 03 until it is reactivated, and both are on record", async () => {
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const place = { environment: "test", id: tenant.merchantId } as const;
  await portal.network.merchants.setStatus({ ...place, status: "suspended" });
  await declineOf(tenant, card, 1, { reasonCode: "03" });
  await portal.network.merchants.setStatus({ ...place, status: "suspended" });
  await portal.network.merchants.setStatus({ ...place, status: "active" });
  await authorize(tenant, card, 1);
  const { items } = await portal.network.audit.list({ environment: "test", tenantId: tenant.id, action: "merchant" });
  assert.deepEqual(
    items.map(({ action }) => action),
    ["merchant.reactivated", "merchant.suspended", "merchant.created"],
  );
});
