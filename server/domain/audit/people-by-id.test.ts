import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestPerson, slugOf } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const NAME = "Ottoline Morrell";
const INVITED = "ottoline@morrell.test";
const REFERENCE = "Transfer by O. Morrell";
const MIGRATION = "prisma/migrations/20261122204000_audit_names_people_by_id/migration.sql";

async function openPortals() {
  const tenant = await createTestTenant();
  const { user } = await createTestPerson(tenant, "owner");
  const staff = portalOf(await openTestSession(user));
  const operator = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const place = { tenant: await slugOf(tenant), environment: "test" } as const;
  return { tenant, user, staff, operator, place };
}

test("records name people by id; the log shows what they are called now", async () => {
  const { tenant, user, staff, operator, place } = await openPortals();
  const { id } = await staff.tenant.members.create({ ...place, key: randomUUID(), name: NAME });
  const { id: accountId } = await staff.tenant.members.openAccount({
    ...place,
    key: randomUUID(),
    memberId: id,
    currency: "USD",
  });
  const money = { amount: 5, confirmedAmount: 5, reference: REFERENCE, key: randomUUID() };
  await operator.network.members.fund({ environment: "test", accountId, ...money });
  await staff.tenant.members.inviteToWallet({ ...place, key: randomUUID(), id, email: INVITED });
  for (const text of [NAME, INVITED, REFERENCE, user.email]) {
    const found = await findStoredText(text);
    assert.deepEqual(
      found.filter((column) => column.startsWith("audit_records")),
      [],
      `${text} is in ${found}`,
    );
  }
  const { items } = await operator.network.audit.list({ environment: "test", tenantId: tenant.id, limit: 50 });
  const said = (action: string) => items.find((item) => item.action === action)?.details.map(({ value }) => value);
  assert.deepEqual(said("member.created"), [NAME]);
  assert.deepEqual(said("member.invited"), [INVITED, id]);
  assert.ok(said("account.funded")?.includes(REFERENCE));
  await getPrisma().member.update({ where: { id }, data: { name: "Someone else" } });
  const again = await operator.network.audit.list({ environment: "test", action: "member.created", limit: 1 });
  assert.deepEqual(again.items[0]?.details, [{ name: "name", value: "Someone else" }]);
});

test("records of an earlier version lose what people are called, and keep the rest", async () => {
  const tenant = await createTestTenant();
  const { user } = await createTestPerson(tenant, "owner");
  const old = async (action: string, details: Record<string, string>) => {
    const id = newRecordId(now());
    const what = { action, subjectKind: "user", subjectId: user.id, details, requestId: id, createdAt: now() };
    const who = { tenantId: tenant.id, environment: null, userId: user.id, actor: user.email };
    await getPrisma().auditRecord.create({ data: { id, ...who, ...what } });
    return id;
  };
  const ids = [
    await old("team.role_changed", { email: INVITED, from: "viewer", to: "admin" }),
    await old("member.created", { name: NAME }),
    await old("account.funded", {
      amount: "5.00",
      currency: "USD",
      reference: REFERENCE,
      memberId: "m",
      postingId: "p",
    }),
    await old("password.changed", {}),
  ];
  const migration = readFileSync(MIGRATION, "utf8");
  await queryTestDatabase(migration.slice(migration.indexOf('INSERT INTO "funding_references"')));
  const after = await getPrisma().auditRecord.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
  assert.deepEqual(
    ids.map((id) => after.find((record) => record.id === id)?.details),
    [{ from: "viewer", to: "admin" }, {}, { amount: "5.00", currency: "USD", memberId: "m", postingId: "p" }, {}],
  );
  assert.ok(after.every(({ actor }) => actor === `user ${user.id}`));
  await assert.rejects(getPrisma().auditRecord.update({ where: { id: ids[0] ?? "" }, data: { actor: "x" } }));
});
