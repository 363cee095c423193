import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileTableIsLocked } from "@/server/testing/faults/locked-table";

withTestDatabase();

const PEOPLE = 20;
const PAYMENTS = 10;

test("a till pays while the pages of many people hang", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const sessions = await Promise.all(
    Array.from({ length: PEOPLE }, async () =>
      openTestSession(await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id })),
    ),
  );
  const overviews = await whileTableIsLocked("authorization_hours", async (isHanging) => {
    const loading = sessions.map((session) => portalOf(session).tenant.overview.get({ ...place, period: "7d" }));
    while (!(await isHanging())) await new Promise((resolve) => setImmediate(resolve));
    // Each page takes several connections; without a limit the pages would end up with all of them.
    for (let payment = 0; payment < PAYMENTS; payment += 1) await authorize(tenant, card, 1);
    return { loading };
  });
  assert.equal((await Promise.all(overviews.loading)).length, PEOPLE);
});
