import assert from "node:assert/strict";
import { test } from "node:test";
import { LEADERS, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const LEADING = { live: LEADERS, test: LEADERS } as const;

testTenantAuthority("tenants", {
  "tenant.tenants.get": { call: (portal, place) => portal.tenant.tenants.get(place), allowed: READING, others: null },
  "tenant.tenants.rename": {
    call: (portal, place) => portal.tenant.tenants.rename({ ...place, title: "Another title" }),
    allowed: LEADING,
    others: null,
  },
  "tenant.tenants.changeTimeZone": {
    call: (portal, place) => portal.tenant.tenants.changeTimeZone({ ...place, timeZone: "Asia/Tokyo" }),
    allowed: LEADING,
    others: null,
  },
  "tenant.tenants.keepLiveBodies": {
    call: (portal, place) => portal.tenant.tenants.keepLiveBodies({ ...place, isOn: true }),
    allowed: LEADING,
    others: null,
  },
  "tenant.tenants.askForLive": {
    call: (portal, place) => portal.tenant.tenants.askForLive(place),
    allowed: LEADING,
    others: null,
  },
});

test("the time zone is a name of the IANA database, changes once, and is on record", async () => {
  const tenant = await createTestTenant();
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  assert.equal((await portal.tenant.tenants.get(place)).timeZone, "UTC");
  for (const timeZone of ["Mars/Olympus", "+02:00", ""]) {
    await assert.rejects(portal.tenant.tenants.changeTimeZone({ ...place, timeZone }), /IANA/);
  }
  await portal.tenant.tenants.changeTimeZone({ ...place, timeZone: "Asia/Tokyo" });
  await portal.tenant.tenants.changeTimeZone({ ...place, timeZone: "Asia/Tokyo" });
  assert.equal((await portal.tenant.tenants.get(place)).timeZone, "Asia/Tokyo");
  const { items } = await portal.tenant.audit.list({ ...place, noun: "tenant" });
  assert.deepEqual(
    items.map(({ action, details }) => [action, details]),
    [
      [
        "tenant.time_zone_changed",
        [
          { name: "from", value: "UTC" },
          { name: "to", value: "Asia/Tokyo" },
        ],
      ],
    ],
  );
});

test("a tenant asks for live once, and its new title is on record", async () => {
  const tenant = await createTestTenant();
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  await portal.tenant.tenants.askForLive(place);
  const { liveAskedAt } = await portal.tenant.tenants.get(place);
  assert.ok(liveAskedAt);
  await portal.tenant.tenants.askForLive(place);
  assert.equal((await portal.tenant.tenants.get(place)).liveAskedAt, liveAskedAt);
  await portal.tenant.tenants.rename({ ...place, title: "Bean & Co" });
  assert.equal((await portal.tenant.tenants.get(place)).title, "Bean & Co");
  await portal.tenant.tenants.keepLiveBodies({ ...place, isOn: true });
  await portal.tenant.tenants.keepLiveBodies({ ...place, isOn: true });
  assert.equal((await portal.tenant.tenants.get(place)).keepsLiveBodies, true);
  const { items } = await portal.tenant.audit.list({ ...place, noun: "tenant" });
  assert.deepEqual(
    items.map(({ action }) => action),
    ["tenant.live_bodies_kept", "tenant.renamed", "tenant.live_asked"],
  );
  assert.deepEqual(items[1]?.details, [
    { name: "from", value: "Test Tenant" },
    { name: "to", value: "Bean & Co" },
  ]);
});
