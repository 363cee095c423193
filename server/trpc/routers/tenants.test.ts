import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/portal";
import { LEADERS, READING, testTenantAuthority } from "@/server/testing/tenant-authority";
import { createTestTenant } from "@/server/testing/tenants";

withTestDatabase();

const LEADING = { live: LEADERS, test: LEADERS } as const;

testTenantAuthority("tenants", {
  "tenants.get": { call: (portal, place) => portal.tenants.get(place), allowed: READING, others: null },
  "tenants.rename": {
    call: (portal, place) => portal.tenants.rename({ ...place, title: "Another title" }),
    allowed: LEADING,
    others: null,
  },
  "tenants.askForLive": {
    call: (portal, place) => portal.tenants.askForLive(place),
    allowed: LEADING,
    others: null,
  },
});

test("a tenant asks for live once, and its new title is on record", async () => {
  const tenant = await createTestTenant();
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  await portal.tenants.askForLive(place);
  const { liveAskedAt } = await portal.tenants.get(place);
  assert.ok(liveAskedAt);
  await portal.tenants.askForLive(place);
  assert.equal((await portal.tenants.get(place)).liveAskedAt, liveAskedAt);
  await portal.tenants.rename({ ...place, title: "Bean & Co" });
  assert.equal((await portal.tenants.get(place)).title, "Bean & Co");
  const { items } = await portal.audit.list({ ...place, noun: "tenant" });
  assert.deepEqual(
    items.map(({ action }) => action),
    ["tenant.renamed", "tenant.live_asked"],
  );
  assert.deepEqual(items[0]?.details, [
    { name: "from", value: "Test Tenant" },
    { name: "to", value: "Bean & Co" },
  ]);
});
