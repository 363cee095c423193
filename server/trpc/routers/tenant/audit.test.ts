import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createShopWithAgreement, requestTestCharge } from "@/server/testing/factories/charge-requests";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

testTenantAuthority("audit", {
  "tenant.audit.list": { call: (portal, place) => portal.tenant.audit.list(place), allowed: READING, others: null },
});

test("the log is filtered by noun and by who did it, and paged", async () => {
  const tenant = await createTestTenant();
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user));
  for (const name of ["Ada", "Ben", "Cid"]) await portal.tenant.members.create({ ...place, key: randomUUID(), name });
  const all = await portal.tenant.audit.list(place);
  assert.deepEqual(all.items.map(({ action, isPerson }) => `${action} ${isPerson}`).sort(), [
    "api_key.created false",
    ...Array(3).fill("member.created true"),
    "merchant.created false",
  ]);
  const mine = await portal.tenant.audit.list({ ...place, actor: user.email, limit: 2 });
  assert.equal(mine.items.length, 2);
  const rest = await portal.tenant.audit.list({ ...place, actor: user.email, cursor: mine.next });
  assert.deepEqual([rest.items.length, rest.next, rest.items[0]?.details[0]?.value], [1, null, "Ada"]);
  assert.equal((await portal.tenant.audit.list({ ...place, noun: "merchant" })).items.length, 1);
  assert.equal((await portal.tenant.audit.list({ ...place, environment: "live" })).items.length, 0);
});

test("an acting member is called by name, one of another tenant by id", async () => {
  const { merchant, agreement } = await createShopWithAgreement();
  const { tenant } = merchant;
  const { memberId } = agreement.card;
  const wallet = portalOf(await openTestSession(await createTestUser({ kind: "member", memberId }))).wallet;
  const { id } = await requestTestCharge(merchant, agreement);
  await wallet.charges.deny({ id });
  const admin = portalOf(await openTestSession(await createTestUser({ kind: "tenant_admin", tenantId: tenant.id })));
  const list = (actor?: string) =>
    admin.tenant.audit.list({ tenant: tenant.slug, environment: "test", noun: "charge_request", actor });
  const name = (await getPrisma().member.findUniqueOrThrow({ where: { id: memberId } })).name;
  assert.deepEqual(
    (await list()).items.map(({ actor }) => actor),
    [`${name} (member)`],
  );
  assert.equal((await list(name)).items.length, 1);
  const other = await createTestTenant();
  await queryTestDatabase("UPDATE members SET tenant_id = $2 WHERE id = $1", [memberId, other.id]);
  assert.deepEqual(
    (await list()).items.map(({ actor }) => actor),
    [`member ${memberId}`],
  );
});
