import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { CHANGING, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode, outcomeOf } from "@/server/testing/factories/payment-codes";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const prepare = async (of: TestTenant) => (await createTestCode(of)).recordId;

testTenantAuthority("paymentCodes", {
  "tenant.paymentCodes.list": {
    call: (portal, place) => portal.tenant.paymentCodes.list(place),
    allowed: READING,
    others: null,
  },
  "tenant.paymentCodes.get": {
    prepare,
    call: (portal, place, id) => portal.tenant.paymentCodes.get({ ...place, id }),
    allowed: READING,
    others: "payment_code_not_found",
  },
  "tenant.paymentCodes.create": {
    prepare: async (of) => (await createTestCard(of)).memberId,
    call: (portal, place, member) => portal.tenant.paymentCodes.create({ ...place, key: randomUUID(), member }),
    allowed: CHANGING,
    others: "invalid_reference",
  },
  "tenant.paymentCodes.revoke": {
    prepare,
    call: (portal, place, id) => portal.tenant.paymentCodes.revoke({ ...place, id }),
    allowed: CHANGING,
    others: "payment_code_not_found",
  },
});

test("a code minted here pays, is found by its id, and no longer pays after it is revoked", async () => {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const { paymentCodes } = portalOf(await openTestSession(user)).tenant;
  const card = await createTestCard(tenant);
  const minted = await paymentCodes.create({
    ...place,
    key: randomUUID(),
    member: card.memberId,
    maxAmount: 10,
    allowRecurring: true,
    recurringLimit: 5,
  });
  assert.equal(await outcomeOf(tenant, minted), "approved");
  const { items } = await paymentCodes.list({ ...place, search: minted.recordId, state: "active" });
  assert.deepEqual(
    items.map(({ id, uses, memberName }) => [id, uses, memberName]),
    [[minted.recordId, 1, "Test Member"]],
  );
  assert.deepEqual((await paymentCodes.list({ ...place, search: minted.code })).items, []);
  assert.deepEqual(await paymentCodes.revoke({ ...place, id: minted.recordId }), { isRevoked: true });
  assert.equal(await outcomeOf(tenant, minted), "62");
  const shown = await paymentCodes.get({ ...place, id: minted.recordId });
  assert.equal(shown.status, "Code Revoked");
  assert.ok(![minted.code, minted.pin].some((secret) => JSON.stringify(shown).includes(secret)));
  const audited = await getPrisma().auditRecord.findMany({ where: { userId: user.id }, orderBy: { id: "asc" } });
  assert.deepEqual(
    audited.map(({ action, actor, subjectId }) => [action, actor, subjectId]),
    ["payment_code.created", "payment_code.revoked"].map((action) => [action, `user ${user.id}`, minted.recordId]),
  );
});

test("a creation sent again makes no second code and shows no secret", async () => {
  const tenant = await createTestTenant();
  const owner = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  const { memberId, accountId } = await createTestCard(tenant);
  const member = portalOf(await openTestSession(await createTestUser({ kind: "member", memberId })));
  const key = randomUUID();
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const ways = [
    () => owner.tenant.paymentCodes.create({ ...place, key, member: memberId }),
    () => member.wallet.codes.create({ key, account: accountId, expiryMinutes: 10 }),
  ];
  for (const [index, create] of ways.entries()) {
    const answers = await Promise.allSettled([create(), create(), create()]);
    assert.equal(answers.filter(({ status }) => status === "fulfilled").length, 1);
    await assert.rejects(create(), /the answer was lost/);
    assert.equal(await getPrisma().paymentCode.count({ where: { memberId } }), index + 1);
  }
});
