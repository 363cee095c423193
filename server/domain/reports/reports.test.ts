import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { reportTransaction } from ".";

withTestDatabase();

async function portalAt(tenant: TestTenant, kind: "tenant_owner" | "tenant_viewer") {
  const portal = portalOf(await openTestSession(await createTestUser({ kind, tenantId: tenant.id })));
  const { slug } = await getPrisma().tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  return { portal, at: { tenant: slug, environment: tenant.environment } };
}

test("a transaction is reported once, however often and however fast", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const caller = memberCaller(tenant, card);
  const { recordId: id } = await authorize(tenant, card, 5);
  const reports = await Promise.all(
    Array.from({ length: 6 }, (_, i) => reportTransaction(caller, { id, note: `note ${i}` })),
  );
  assert.equal(new Set(reports.map((report) => report.id)).size, 1);
  assert.equal(await getPrisma().transactionReport.count({ where: { authorizationId: id } }), 1);
  const audited = await getPrisma().auditRecord.findMany({ where: { subjectId: id } });
  assert.deepEqual(
    audited.map(({ action }) => action),
    ["transaction.reported"],
  );
  const { recordId: declined } = await declineOf(tenant, card, 5_000, { reasonCode: "51" });
  assert.ok(declined);
  assert.equal((await reportTransaction(caller, { id: declined, note: null })).note, null);
});

test("the paid merchant's tenant sees the report and resolves it; no one else does", async () => {
  const [acquirer, issuer] = [await createTestTenant(), await createTestTenant()];
  const card = await createTestCard(issuer);
  const { recordId } = await authorize(acquirer, card, 7);
  const report = await reportTransaction(memberCaller(issuer, card), { id: recordId, note: "Not me." });
  const { portal, at } = await portalAt(acquirer, "tenant_owner");
  const [shown] = (await portal.tenant.reports.list(at)).items;
  assert.deepEqual(
    [shown?.id, shown?.authorization, shown?.amount, shown?.note, shown?.resolvedAt],
    [report.id, recordId, 7, "Not me.", null],
  );
  assert.equal((await portal.tenant.reports.list({ ...at, state: "resolved" })).items.length, 0);
  assert.equal((await portal.tenant.reports.list({ ...at, environment: "live" })).items.length, 0);

  const viewer = await portalAt(acquirer, "tenant_viewer");
  assert.equal((await viewer.portal.tenant.reports.list(at)).items.length, 1);
  await assert.rejects(viewer.portal.tenant.reports.resolve({ ...at, id: report.id }), { code: "FORBIDDEN" });
  const other = await portalAt(issuer, "tenant_owner");
  assert.equal((await other.portal.tenant.reports.list(other.at)).items.length, 0);
  await assert.rejects(other.portal.tenant.reports.resolve({ ...other.at, id: report.id }), { code: "NOT_FOUND" });
  await assert.rejects(other.portal.tenant.reports.list(at), { code: "NOT_FOUND" });
  for (const session of [
    null,
    await openTestSession(await createTestUser({ kind: "member", memberId: card.memberId })),
  ]) {
    const code = session ? "NOT_FOUND" : "UNAUTHORIZED";
    await assert.rejects(portalOf(session).tenant.reports.list(at), { code });
    await assert.rejects(portalOf(session).tenant.reports.resolve({ ...at, id: report.id }), { code });
  }

  const first = await portal.tenant.reports.resolve({ ...at, id: report.id });
  assert.ok(first.resolvedAt);
  assert.deepEqual(
    await portal.tenant.reports.resolve({ ...at, id: report.id }),
    first,
    "resolving again changes nothing",
  );
  assert.equal((await portal.tenant.reports.list({ ...at, state: "open" })).items.length, 0);
  const resolved = await getPrisma().auditRecord.count({ where: { subjectId: report.id, action: "report.resolved" } });
  assert.equal(resolved, 1);
});
