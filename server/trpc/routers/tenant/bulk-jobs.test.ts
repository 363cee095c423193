import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { CHANGING, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCode } from "@/server/testing/factories/payment-codes";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

testTenantAuthority("bulkJobs", {
  "tenant.bulkJobs.list": {
    call: (portal, place) => portal.tenant.bulkJobs.list({ ...place, act: "revoke_codes" }),
    allowed: READING,
    others: null,
  },
  // Ownership of each record is checked when its turn comes; see `server/domain/bulk-jobs`.
  "tenant.bulkJobs.start": {
    prepare: async (of) => {
      await queryTestDatabase("UPDATE bulk_jobs SET finished_at = now() WHERE finished_at IS NULL");
      return (await createTestCode(of)).recordId;
    },
    call: (portal, place, id) =>
      portal.tenant.bulkJobs.start({ ...place, act: "revoke_codes", ids: [id], key: randomUUID() }),
    allowed: CHANGING,
    others: null,
  },
});

test("deliveries are of a webhook, other records of none, and there are at most a thousand", async () => {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const { start } = portalOf(await openTestSession(user)).tenant.bulkJobs;
  const [id = "", ...more] = Array.from({ length: 1_001 }, () => randomUUID().replaceAll("-", "").slice(0, 17));
  const place = { tenant: tenant.slug, environment: "test", key: randomUUID() } as const;
  for (const wrong of [
    { act: "retry_deliveries", ids: [id] },
    { act: "revoke_codes", subject: id, ids: [id] },
    { act: "revoke_codes", ids: [] },
    { act: "revoke_codes", ids: [id, ...more] },
  ] as const) {
    await assert.rejects(start({ ...place, ...wrong, ids: [...wrong.ids] }), { code: "BAD_REQUEST" });
  }
});
