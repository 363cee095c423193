import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { parseRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const PASSWORD = "a password of the member";
const tokenOf = (link: string) => link.split("/").at(-1) ?? "";

async function createWorld() {
  const tenant = await createTestTenant();
  const { slug } = await getPrisma().tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  const place = { tenant: slug, environment: "test" } as const;
  const owner = await createTestPerson(tenant, "owner");
  const portal = portalOf(await openTestSession(owner.user));
  const card = await createTestCard(tenant);
  const invite = async (email: string) =>
    tokenOf(
      (await portal.tenant.members.inviteToWallet({ ...place, key: randomUUID(), id: card.memberId, email })).link,
    );
  return { tenant, place, owner, portal, card, invite };
}

test("a link to a wallet gives the wallet, and nothing of the tenant; the tenant sees who came", async () => {
  const { place, portal, card, invite } = await createWorld();
  const email = `ada-${card.memberId}@wallet.test`.toLowerCase();
  const token = await invite(email);
  assert.equal((await portal.tenant.members.get({ ...place, id: card.memberId })).wallet.invited?.email, email);
  assert.deepEqual((await portal.tenant.team.list(place)).invitations, [], "it is no invitation to the team");
  const joined = await portalOf(null).public.access.join({ token, password: PASSWORD });
  assert.deepEqual([joined.email, joined.isMember], [email, true]);
  const user = await getPrisma().user.findUniqueOrThrow({ where: { email } });
  const member = portalOf(await openTestSession({ id: parseRecordId(user.id), email, password: PASSWORD }));
  assert.deepEqual(
    (await member.wallet.accounts.list()).map(({ id }) => id),
    [card.accountId],
  );
  await assert.rejects(member.tenant.tenants.get(place), { code: "NOT_FOUND" });
  const { wallet } = await portal.tenant.members.get({ ...place, id: card.memberId });
  assert.deepEqual(wallet, { login: email, invited: null });
  await assert.rejects(portalOf(null).public.access.join({ token, password: PASSWORD }), /no longer works/);
  const { items } = await portal.tenant.audit.list({ ...place, noun: "member" });
  assert.deepEqual(items.map(({ action }) => action).slice(0, 2), ["member.joined", "member.invited"]);
});

test("a wallet has one login: a second invitation ends the first, and after it is taken there is none", async () => {
  const { card, invite } = await createWorld();
  const first = await invite("first@wallet.test");
  const second = await invite(`second-${card.memberId}@wallet.test`);
  await assert.rejects(portalOf(null).public.access.join({ token: first, password: PASSWORD }), /no longer works/);
  const other = await createTestUser({
    kind: "member",
    memberId: (await createTestCard(await createTestTenant())).memberId,
  });
  const taken = await Promise.allSettled([
    portalOf(null).public.access.join({ token: second, password: PASSWORD }),
    portalOf(await openTestSession(other)).public.access.accept({ token: second }),
  ]);
  assert.equal(taken.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal(await getPrisma().role.count({ where: { memberId: card.memberId } }), 1);
  await assert.rejects(invite("third@wallet.test"), /already has a login/);
});

test("a link of before is worth nothing once the wallet has a login by another way", async () => {
  const { card, invite } = await createWorld();
  const token = await invite(`late-${card.memberId}@wallet.test`);
  await createTestUser({ kind: "member", memberId: card.memberId });
  await assert.rejects(portalOf(null).public.access.join({ token, password: PASSWORD }), /already has a login/);
  assert.equal(await getPrisma().role.count({ where: { memberId: card.memberId } }), 1);
});

test("links of someone put out of the team open no wallet", async () => {
  const { tenant, place, portal, card } = await createWorld();
  const admin = await createTestPerson(tenant, "admin");
  const theirs = portalOf(await openTestSession(admin.user));
  const email = `gone-${card.memberId}@wallet.test`;
  const { link } = await theirs.tenant.members.inviteToWallet({
    ...place,
    key: randomUUID(),
    id: card.memberId,
    email,
  });
  await portal.tenant.team.remove({ ...place, userId: admin.user.id });
  await assert.rejects(
    portalOf(null).public.access.join({ token: tokenOf(link), password: PASSWORD }),
    /no longer works/,
  );
});
