import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("the team reads a person’s name beside the email; the log has the change and no name", async () => {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_admin", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user));
  const place = { tenant: tenant.slug, environment: "test" } as const;
  assert.equal((await portal.shared.sessions.me()).name, null);
  await portal.shared.sessions.changeName({ name: "  Ana Ruiz " });
  assert.equal((await portal.shared.sessions.me()).name, "Ana Ruiz");
  const { people } = await portal.tenant.team.list(place);
  assert.deepEqual(
    people.map(({ name, email }) => [name, email]),
    [["Ana Ruiz", user.email]],
  );
  await portal.shared.sessions.changeName({ name: "Ana Ruiz" });
  const records = await getPrisma().auditRecord.findMany({ where: { subjectId: user.id, action: "user.renamed" } });
  assert.equal(records.length, 1, "the same again is no change");
  assert.doesNotMatch(JSON.stringify(records.map(({ details }) => details)), /Ana/);
  await portal.shared.sessions.changeName({ name: "" });
  assert.equal((await portal.shared.sessions.me()).name, null);
});

test("an actor is named by more than a name that anyone may choose", async () => {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_admin", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user));
  const place = { tenant: tenant.slug, environment: "test" } as const;
  await portal.shared.sessions.changeName({ name: "Ana Ruiz" });
  await portal.tenant.keys.create({ ...place, key: randomUUID(), label: "Backend", requireSignature: false });
  const keys = await portal.tenant.keys.list(place);
  assert.ok(keys.some(({ createdBy }) => createdBy === `Ana Ruiz (${user.email})`));
});

for (const name of [
  ...[" ​ ", "x".repeat(81), "two\nlines", "owner@company.test"],
  ...["Ana\u200bRuiz", "Ana\u200fRuiz", "\u061cAna", "Ana\u2028Ruiz", "Ana\u2029Ruiz", "Ana\u00adRuiz", "\u{E0041}Ana"],
])
  test(`${JSON.stringify(name).slice(0, 12)} is no name`, async () => {
    const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
    await assert.rejects(portal.shared.sessions.changeName({ name }));
  });

test("a shared login’s name can’t be changed", async () => {
  const user = await createTestUser({ kind: "network_operator" }, { isShared: true });
  const portal = portalOf(await openTestSession(user));
  await assert.rejects(portal.shared.sessions.changeName({ name: "Mallory" }), /shared/);
});
