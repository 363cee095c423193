import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { CHANGING, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const open = () => ({ key: randomUUID(), currency: "EUR" });

testTenantAuthority("floats", {
  "tenant.floats.list": { call: (portal, place) => portal.tenant.floats.list(place), allowed: READING, others: null },
  "tenant.floats.open": {
    prepare: async (of) => {
      if (of.environment === "live") await approveTestTenant(of);
      return "";
    },
    call: (portal, place) => portal.tenant.floats.open({ ...place, ...open() }),
    allowed: CHANGING,
    others: null,
  },
});

test("a float opened twice is one, and shows where to send money to", async () => {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const { floats } = portalOf(await openTestSession(user)).tenant;
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const ids = await Promise.all([1, 2, 3].map(() => floats.open({ ...place, ...open() })));
  const listed = await floats.list(place);
  assert.deepEqual(
    [...new Set(ids.map(({ id }) => id))],
    listed.map(({ id }) => id),
  );
  assert.deepEqual(
    listed.map(({ currency, available, bankAccount }) => [currency, available, bankAccount]),
    [["EUR", 0, null]],
  );
  await assert.rejects(floats.open({ ...place, key: randomUUID(), currency: "XYZ" }), /isn’t supported/);
});
