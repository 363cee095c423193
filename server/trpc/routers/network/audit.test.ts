import assert from "node:assert/strict";
import { test } from "node:test";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

testOperatorAuthority("audit", {
  "network.audit.list": { call: (portal, place) => portal.network.audit.list({ ...place }), others: null },
});

test("records are found by tenant, by action or its noun, and by who did it, page by page", async () => {
  const user = await createTestUser({ kind: "network_operator" });
  const portal = portalOf(await openTestSession(user));
  const place = { environment: "test" } as const;
  const tenant = await createTestTenant();
  const other = await createTestTenant();
  await portal.network.tenants.setTier({ ...place, slug: tenant.slug, tier: "plus" });
  await portal.network.tenants.setStatus({ ...place, slug: tenant.slug, status: "suspended" });
  await portal.network.tenants.setStatus({ ...place, slug: other.slug, status: "suspended" });
  const actions = async (filter: object) =>
    (await portal.network.audit.list({ ...place, limit: 50, ...filter })).items.map(({ action }) => action);
  assert.deepEqual(await actions({ tenantId: tenant.id, action: "tenant" }), [
    "tenant.suspended",
    "tenant.tier_changed",
  ]);
  assert.deepEqual(await actions({ tenantId: tenant.id, action: "tenant.suspended" }), ["tenant.suspended"]);
  assert.equal((await actions({ action: "tenant", actor: user.email.toUpperCase() })).length, 3);
  assert.deepEqual(await actions({ actor: "nobody-like-that" }), []);
  const first = await portal.network.audit.list({ ...place, actor: user.email, limit: 2 });
  const second = await portal.network.audit.list({ ...place, actor: user.email, limit: 2, cursor: first.next });
  assert.deepEqual([first.items.length, second.items.length, second.next], [2, 1, null]);
});
