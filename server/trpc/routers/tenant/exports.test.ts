import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestReportFile, download, makeReportFiles } from "@/server/testing/report-files";
import { TENANT_LISTS } from "@/server/trpc/lists/tenant";

withTestDatabase();

const DAYS = { from: "2026-03-01", to: "2026-03-02" } as const;
const ask = () => ({ kind: "payments", ...DAYS, key: randomUUID() }) as const;

testTenantAuthority("exports", {
  "tenant.exports.list": { call: (portal, place) => portal.tenant.exports.list(place), allowed: READING, others: null },
  "tenant.exports.create": {
    prepare: async () => {
      await queryTestDatabase(
        "UPDATE report_files SET state = 'failed', slot = NULL, finished_at = now() WHERE state = 'pending'",
      );
      return "";
    },
    call: (portal, place) => portal.tenant.exports.create({ ...place, ...ask() }),
    allowed: READING,
    others: null,
  },
  "tenant.exports.link": {
    prepare: async (of) => {
      await queryTestDatabase(
        "UPDATE report_files SET state = 'failed', slot = NULL, finished_at = now() WHERE state = 'pending'",
      );
      return (await createTestReportFile(await createTestKey(of, { environment: of.environment }))).id;
    },
    call: (portal, place, id) => portal.tenant.exports.link({ ...place, id }),
    allowed: READING,
    others: "report_not_found",
  },
});

test("a person’s export is once under its key, of the tenant’s days, on record, and read by a link", async () => {
  const tenant = await createTestTenant();
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { timeZone: "Pacific/Auckland" } });
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user)).tenant.exports;
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const asked = { ...place, ...ask() };
  const { id } = await portal.create(asked);
  assert.equal((await portal.create(asked)).id, id);
  await createTestReportFile(tenant, "balance");
  const { items } = await portal.list({ ...place, sort: "kind" });
  assert.deepEqual(
    items.map(({ kind, askedBy, status }) => [kind, askedBy, status]),
    [
      ["balance", tenant.publicKey, "pending"],
      ["payments", user.email, "pending"],
    ],
  );
  const [, own] = items;
  assert.deepEqual([own?.created.gte, own?.created.lt], ["2026-02-28T11:00:00.000Z", "2026-03-02T11:00:00.000Z"]);
  assert.equal((await portal.link({ ...place, id })).fileUrl, null);
  await makeReportFiles();
  const { fileUrl } = await portal.link({ ...place, id });
  assert.match((await download(fileUrl ?? "")).text, /^created_utc,authorization_id,/);
  const audited = await getPrisma().auditRecord.findMany({ where: { subjectId: id } });
  assert.deepEqual(
    audited.map(({ action }) => action),
    ["report_file.requested"],
  );
  for (const sort of TENANT_LISTS.exports.orders) assert.equal((await portal.list({ ...place, sort })).items.length, 2);
});
