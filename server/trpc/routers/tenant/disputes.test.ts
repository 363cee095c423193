import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { openDispute } from "@/server/domain/disputes";
import { CHANGING, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function dispute(of: TestTenant, issuer = of): Promise<string> {
  const card = await createTestCard(issuer);
  const { recordId: id } = await authorize(of, card, 1);
  return (await openDispute(memberCaller(issuer, card), { id, reason: "duplicate", note: null })).id;
}

testTenantAuthority("disputes", {
  "tenant.disputes.list": {
    call: (portal, place) => portal.tenant.disputes.list(place),
    allowed: READING,
    others: null,
  },
  "tenant.disputes.count": {
    call: (portal, place) => portal.tenant.disputes.count(place),
    allowed: READING,
    others: null,
  },
  "tenant.disputes.close": {
    prepare: dispute,
    call: (portal, place, id) =>
      portal.tenant.disputes.close({ ...place, id, outcome: "rejected", message: "No.", key: randomUUID() }),
    allowed: CHANGING,
    others: "dispute_not_found",
  },
});

test("a dispute names the tenant's own member, and no other; counts follow the filters", async () => {
  const [tenant, issuer] = [await createTestTenant(), await createTestTenant()];
  const closed = await dispute(tenant, issuer);
  await dispute(tenant);
  const user = await createTestUser({ kind: "tenant_admin", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user)).tenant.disputes;
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const { items } = await portal.list(place);
  assert.deepEqual(
    items.map(({ memberName }) => memberName),
    ["Test Member", null],
  );
  await portal.close({ ...place, id: closed, outcome: "withdrawn", key: randomUUID() });
  assert.deepEqual(await portal.count(place), { open: 1, answered: 0, closed: 1 });
  assert.deepEqual(await portal.count({ ...place, reason: "not_delivered" }), { open: 0, answered: 0, closed: 0 });
  const shown = (await portal.list({ ...place, state: "closed" })).items;
  assert.deepEqual(
    shown.map(({ id, outcome, closedBy }) => [id, outcome, closedBy?.includes(user.email)]),
    [[closed, "withdrawn", true]],
  );
  assert.equal((await portal.list({ ...place, reason: "wrong_amount" })).items.length, 0);
});
