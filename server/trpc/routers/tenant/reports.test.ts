import assert from "node:assert/strict";
import { test } from "node:test";
import { reportTransaction } from "@/server/domain/reports";
import { CHANGING, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function report(of: TestTenant, issuer = of): Promise<string> {
  const card = await createTestCard(issuer);
  const { recordId: id } = await authorize(of, card, 1);
  return (await reportTransaction(memberCaller(issuer, card), { id, note: null })).id;
}

testTenantAuthority("reports", {
  "tenant.reports.list": { call: (portal, place) => portal.tenant.reports.list(place), allowed: READING, others: null },
  "tenant.reports.resolve": {
    prepare: report,
    call: (portal, place, id) => portal.tenant.reports.resolve({ ...place, id }),
    allowed: CHANGING,
    others: "report_not_found",
  },
});

test("a report names the tenant's own member, and no other", async () => {
  const [tenant, issuer] = [await createTestTenant(), await createTestTenant()];
  await report(tenant, issuer);
  await report(tenant);
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user));
  const { items } = await portal.tenant.reports.list({ tenant: tenant.slug, environment: "test" });
  assert.deepEqual(
    items.map(({ memberName }) => memberName),
    ["Test Member", null],
  );
});
