import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { MAX_IMPORT_BYTES } from "@/server/contracts/choices";
import { bulkJobs } from "@/server/domain/bulk-jobs";
import { CHANGING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { finishJobs } from "@/server/testing/long-jobs";

withTestDatabase();

const TEXT = "name,email\nAda,ada@new.test\nBen,ben";

testTenantAuthority("memberImports", {
  "tenant.memberImports.preview": {
    call: (portal, place) => portal.tenant.memberImports.preview({ ...place, text: TEXT }),
    allowed: CHANGING,
    others: null,
  },
  "tenant.memberImports.start": {
    prepare: async (of) => {
      await queryTestDatabase("UPDATE bulk_jobs SET contents = '{}', finished_at = now() WHERE finished_at IS NULL");
      await approveTestTenant(of);
      return "";
    },
    call: (portal, place) =>
      portal.tenant.memberImports.start({ ...place, text: "name\nAda", isInviting: false, key: randomUUID() }),
    allowed: CHANGING,
    others: null,
  },
});

async function open() {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  return {
    portal: portalOf(await openTestSession(user)),
    place: { tenant: tenant.slug, environment: "test" } as const,
  };
}

test("a page sees what would become of a file, and sent several times it is one job", async () => {
  const { portal, place } = await open();
  const preview = await portal.tenant.memberImports.preview({ ...place, text: TEXT });
  assert.deepEqual(preview.counts, { new: 1, there: 0, wrong: 1 });
  assert.deepEqual(preview.invitations, { wanted: 1, possible: 1, because: null });
  const [ada, ben] = preview.rows;
  assert.deepEqual([ada?.line, ada?.name, ada?.email, ada?.state], [2, "Ada", "ada@new.test", "new"]);
  assert.deepEqual(ben?.issues, [{ field: "email", message: "Enter an email address, like you@example.com." }]);
  const form = { ...place, text: TEXT, isInviting: true, key: randomUUID() };
  const twins = await Promise.all([1, 2, 3].map(() => portal.tenant.memberImports.start(form)));
  assert.equal(new Set(twins.map(({ id }) => id)).size, 1);
  await finishJobs(bulkJobs);
  const again = await portal.tenant.memberImports.start(form);
  assert.deepEqual(again, twins[0], "also after its rows are there");
  await assert.rejects(portal.tenant.memberImports.start({ ...form, text: "name\nCid" }), /already used/);
  const { items } = await portal.tenant.members.list(place);
  assert.deepEqual(
    items.map(({ name }) => name),
    ["Ada"],
  );
  const { jobs } = await portal.tenant.bulkJobs.list({ ...place, act: "create_members" });
  assert.deepEqual(
    jobs.map(({ total, done, isUnderWay }) => [total, done, isUnderWay]),
    [[1, 1, false]],
  );
});

test("another tenant sees nothing of it; a file that is too large, or none, is refused", async () => {
  const [{ portal, place }, other] = [await open(), await open()];
  await portal.tenant.memberImports.start({ ...place, text: "name\nAda", isInviting: false, key: randomUUID() });
  assert.deepEqual((await other.portal.tenant.bulkJobs.list({ ...other.place, act: "create_members" })).jobs, []);
  for (const text of ["", `name\n${"é".repeat(MAX_IMPORT_BYTES / 2)}`, "name\n\0", "\uD800"]) {
    await assert.rejects(portal.tenant.memberImports.preview({ ...place, text }), { code: "BAD_REQUEST" });
  }
  await assert.rejects(portal.tenant.memberImports.preview({ ...place, text: "name" }), /no members below/);
});
