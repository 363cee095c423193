import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

testTenantAuthority("audit", {
  "tenant.audit.list": { call: (portal, place) => portal.tenant.audit.list(place), allowed: READING, others: null },
});

test("the log is filtered by noun and by who did it, and paged", async () => {
  const tenant = await createTestTenant();
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user));
  for (const name of ["Ada", "Ben", "Cid"]) await portal.tenant.members.create({ ...place, key: randomUUID(), name });
  const all = await portal.tenant.audit.list(place);
  assert.deepEqual(all.items.map(({ action, isPerson }) => `${action} ${isPerson}`).sort(), [
    "api_key.created false",
    ...Array(3).fill("member.created true"),
    "merchant.created false",
  ]);
  const mine = await portal.tenant.audit.list({ ...place, actor: user.email, limit: 2 });
  assert.equal(mine.items.length, 2);
  const rest = await portal.tenant.audit.list({ ...place, actor: user.email, cursor: mine.next });
  assert.deepEqual([rest.items.length, rest.next, rest.items[0]?.details[0]?.value], [1, null, "Ada"]);
  assert.equal((await portal.tenant.audit.list({ ...place, noun: "merchant" })).items.length, 1);
  assert.equal((await portal.tenant.audit.list({ ...place, environment: "live" })).items.length, 0);
});
