import assert from "node:assert/strict";
import { test } from "node:test";
import { authorize, declineOf } from "@/server/testing/authorization-steps";
import { createTestCard } from "@/server/testing/cards";
import { withTestDatabase } from "@/server/testing/database";
import { testOperatorAuthority } from "@/server/testing/operator-authority";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/portal";
import { createTestTenant } from "@/server/testing/tenants";

withTestDatabase();

testOperatorAuthority("networkMerchants", {
  "networkMerchants.list": { call: (portal, place) => portal.networkMerchants.list({ ...place }), others: null },
  "networkMerchants.get": {
    call: (portal, place, { tenant }) => portal.networkMerchants.get({ ...place, id: tenant.merchantId }),
    others: "not_found",
  },
  "networkMerchants.setStatus": {
    call: (portal, place, { tenant }) =>
      portal.networkMerchants.setStatus({ ...place, id: tenant.merchantId, status: "suspended" }),
    others: "not_found",
  },
  "networkMerchants.allowSameDayReversal": {
    call: (portal, place, { tenant }) =>
      portal.networkMerchants.allowSameDayReversal({ ...place, id: tenant.merchantId, isEnabled: true }),
    others: "not_found",
  },
});

test("a suspended merchant is declined with 03 until it is reactivated, and both are on record", async () => {
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const place = { environment: "test", id: tenant.merchantId } as const;
  await portal.networkMerchants.setStatus({ ...place, status: "suspended" });
  await declineOf(tenant, card, 1, { reasonCode: "03" });
  await portal.networkMerchants.setStatus({ ...place, status: "suspended" });
  await portal.networkMerchants.setStatus({ ...place, status: "active" });
  await authorize(tenant, card, 1);
  const { items } = await portal.networkAudit.list({ environment: "test", tenantId: tenant.id, action: "merchant" });
  assert.deepEqual(
    items.map(({ action }) => action),
    ["merchant.reactivated", "merchant.suspended", "merchant.created"],
  );
});
