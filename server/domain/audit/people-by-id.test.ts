import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestPerson, slugOf } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const NAME = "Ottoline Morrell";
const INVITED = "ottoline@morrell.test";
const REFERENCE = "Transfer by O. Morrell";

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
  const money = { amount: 5, reference: REFERENCE, key: randomUUID() };
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
