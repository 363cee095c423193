import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { listOutbox } from "@/server/domain/emails";
import { DomainError } from "@/server/domain/errors";
import { listTeam } from "@/server/domain/queries";
import { actAsStaff, findSession, signIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, userCaller } from "@/server/testing/factories/portal";
import { createTestPerson, slugOf, staffOf } from "@/server/testing/factories/team";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import {
  acceptInvitation,
  changeRole,
  findInvitation,
  invitePerson,
  joinByInvitation,
  readInvitationRoom,
  removePerson,
  revokeInvitation,
} from ".";

withTestDatabase();

const PASSWORD = "a long enough password";
const refusedAs =
  (code: string, words = /./) =>
  (error: unknown) =>
    error instanceof DomainError && error.code === code && words.test(error.message);
const tokenOf = ({ link }: { readonly link: string }) => link.split("/").at(-1) ?? "";
const request = () => ({ now: now(), requestId: newRecordId(now()) });
const rolesOf = async ({ id }: TestTenant) =>
  (await getPrisma().role.findMany({ where: { tenantId: id }, orderBy: { id: "asc" } })).map(({ kind }) => kind);
const actionsOf = async ({ id }: TestTenant) =>
  (await getPrisma().auditRecord.findMany({ where: { tenantId: id, action: { startsWith: "team." } } }))
    .map(({ action }) => action)
    .sort();

test("an invitation makes a login with its email and role, once, also for two at once", async () => {
  const tenant = await createTestTenant();
  const { staff } = await createTestPerson(tenant, "owner");
  const token = tokenOf(await invitePerson(staff, { email: "New@Person.test", role: "developer" }));
  const shown = await findInvitation(request(), token);
  assert.deepEqual(
    [shown?.email, shown?.role, shown?.state, shown?.hasLogin, shown?.invitedBy],
    ["new@person.test", "developer", "open", false, staff.email],
  );
  const joined = await Promise.allSettled([
    joinByInvitation(request(), { token, password: PASSWORD }),
    joinByInvitation(request(), { token, password: PASSWORD }),
  ]);
  assert.equal(joined.filter(({ status }) => status === "fulfilled").length, 1);
  assert.deepEqual(await rolesOf(tenant), ["tenant_owner", "tenant_developer"]);
  const from = { userAgent: null, address: null };
  assert.ok(await signIn({ now: now() }, { email: "new@person.test", password: PASSWORD, ...from }));
  assert.equal((await findInvitation(request(), token))?.state, "accepted");
  assert.deepEqual(await actionsOf(tenant), ["team.invited", "team.joined"]);
  const stored =
    JSON.stringify(await getPrisma().invitation.findMany()) + JSON.stringify(await getPrisma().email.findMany());
  assert.ok(!stored.includes(token), "the token is stored nowhere in clear");
});

test("a signed-in person accepts once; one in the team keeps their role, and the link stays open", async () => {
  const tenant = await createTestTenant();
  const { staff, user: owner } = await createTestPerson(tenant, "owner");
  const guest = await createTestUser({ kind: "tenant_viewer", tenantId: (await createTestTenant()).id });
  const token = tokenOf(await invitePerson(staff, { email: guest.email, role: "viewer" }));
  await assert.rejects(
    joinByInvitation(request(), { token, password: PASSWORD }),
    refusedAs("not_permitted", /Sign in/),
  );
  await assert.rejects(acceptInvitation(await userCaller(owner), { token }), refusedAs("not_permitted", /already/));
  const obstacleOf = async (user: typeof owner) =>
    (await findInvitation(request(), token, await findSession(request(), await openTestSession(user))))?.obstacle;
  assert.deepEqual([await obstacleOf(owner), await obstacleOf(guest)], ["You’re already on this team.", null]);
  const caller = await userCaller(guest);
  const accepted = await Promise.allSettled([acceptInvitation(caller, { token }), acceptInvitation(caller, { token })]);
  assert.equal(accepted.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await actAsStaff(caller, { tenant: await slugOf(tenant), environment: "test" })).role, "viewer");
  await assert.rejects(acceptInvitation(caller, { token }), refusedAs("not_found"));
});

test("an invitation ends by being revoked, replaced or old", async () => {
  const clock = withFakeClock("2026-11-21T10:00:00Z");
  const tenant = await createTestTenant();
  const { user } = await createTestPerson(tenant, "owner");
  const staff = await staffOf(user, tenant);
  const [first, second] = [
    tokenOf(await invitePerson(staff, { email: "a@person.test", role: "viewer" })),
    tokenOf(await invitePerson(staff, { email: "a@person.test", role: "admin" })),
  ];
  assert.equal((await findInvitation(request(), first))?.state, "over");
  const { invitations } = await listTeam(staff);
  assert.deepEqual(
    invitations.map(({ email, role, invitedBy }) => [email, role, invitedBy]),
    [["a@person.test", "admin", user.email]],
  );
  await revokeInvitation(staff, { id: invitations[0]?.id ?? "" });
  await revokeInvitation(staff, { id: invitations[0]?.id ?? "" });
  for (const token of [first, second, "0".repeat(48), "nonsense"]) {
    await assert.rejects(joinByInvitation(request(), { token, password: PASSWORD }), refusedAs("not_found"));
  }
  const late = tokenOf(await invitePerson(staff, { email: "b@person.test", role: "viewer" }));
  clock.advance(7 * DAY_MS);
  await assert.rejects(joinByInvitation(request(), { token: late, password: PASSWORD }), refusedAs("not_found"));
});

test("one owner stays, also when two leave at once", async () => {
  const tenant = await createTestTenant();
  const people = [await createTestPerson(tenant, "owner"), await createTestPerson(tenant, "owner")];
  const left = await Promise.allSettled(people.map(({ staff }) => removePerson(staff, { userId: staff.userId })));
  assert.equal(left.filter(({ status }) => status === "fulfilled").length, 1);
  assert.deepEqual(await rolesOf(tenant), ["tenant_owner"]);
  const last = people[left.findIndex(({ status }) => status === "rejected")];
  assert.ok(last);
  const ways = [
    () => removePerson(last.staff, { userId: last.staff.userId }),
    () => changeRole(last.staff, { userId: last.staff.userId, role: "admin" }),
  ];
  for (const way of ways) await assert.rejects(way(), refusedAs("not_permitted", /needs at least one owner/));
});

test("owners alone make and end owners, no one raises themselves, a role that is gone is gone at once", async () => {
  const tenant = await createTestTenant();
  const owner = await createTestPerson(tenant, "owner");
  const admin = await createTestPerson(tenant, "admin");
  const developer = await createTestPerson(tenant, "developer");
  const refused = refusedAs("not_permitted");
  await assert.rejects(invitePerson(admin.staff, { email: "x@person.test", role: "owner" }), refused);
  await assert.rejects(changeRole(admin.staff, { userId: admin.staff.userId, role: "owner" }), refused);
  await assert.rejects(changeRole(admin.staff, { userId: owner.staff.userId, role: "viewer" }), refused);
  await assert.rejects(removePerson(admin.staff, { userId: owner.staff.userId }), refused);
  for (const { staff } of [developer]) {
    await assert.rejects(invitePerson(staff, { email: "x@person.test", role: "viewer" }), refused);
    await assert.rejects(changeRole(staff, { userId: staff.userId, role: "admin" }), refused);
    await assert.rejects(removePerson(staff, { userId: admin.staff.userId }), refused);
  }
  await invitePerson(admin.staff, { email: "y@person.test", role: "admin" });
  await changeRole(owner.staff, { userId: admin.staff.userId, role: "viewer" });
  // A demoted admin has no admin rights left: not by new invitations, earlier links, or requests under way.
  assert.deepEqual((await listTeam(owner.staff)).invitations, []);
  await assert.rejects(changeRole(admin.staff, { userId: developer.staff.userId, role: "admin" }), refused);
  await removePerson(developer.staff, { userId: developer.staff.userId });
  await assert.rejects(staffOf(developer.user, tenant), refusedAs("not_found"));
  await assert.rejects(removePerson(developer.staff, { userId: admin.staff.userId }), refusedAs("not_found"));
  assert.deepEqual(await actionsOf(tenant), ["team.invited", "team.left", "team.role_changed"]);
});

test("a shared demo login can't change its team, be changed, or join another", async () => {
  const tenant = await createTestTenant();
  const shared = await createTestPerson(tenant, "owner", { isShared: true });
  const owner = await createTestPerson(tenant, "owner");
  const refused = refusedAs("not_permitted", /shared/);
  await assert.rejects(invitePerson(shared.staff, { email: "x@person.test", role: "viewer" }), refused);
  await assert.rejects(removePerson(owner.staff, { userId: shared.staff.userId }), refused);
  await assert.rejects(changeRole(owner.staff, { userId: shared.staff.userId, role: "viewer" }), refused);
  const other = await createTestPerson(await createTestTenant(), "owner");
  const token = tokenOf(await invitePerson(other.staff, { email: "z@person.test", role: "owner" }));
  await assert.rejects(acceptInvitation(await userCaller(shared.user), { token }), refused);
});

test("a tenant causes at most 20 emails a day", async () => {
  const { staff } = await createTestPerson(await createTestTenant(), "owner");
  for (let i = 0; i < 20; i += 1) await invitePerson(staff, { email: `p${i}@person.test`, role: "viewer" });
  await assert.rejects(
    invitePerson(staff, { email: "p20@person.test", role: "viewer" }),
    refusedAs("daily_limit_reached"),
  );
});

test("a live tenant invites thousands a day, by its tier, whatever its people count elsewhere", async () => {
  const tenant = await createTestTenant();
  const { staff } = await createTestPerson(tenant, "owner");
  const other = { ...staff, tenantId: (await createTestTenant()).id };
  await getPrisma().tenant.update({
    where: { id: tenant.id },
    data: { liveAskedAt: new Date(), liveApprovedAt: new Date(), rateLimitTier: "standard" },
  });
  for (let i = 0; i < 21; i += 1) await invitePerson(staff, { email: `q${i}@person.test`, role: "viewer" });
  assert.equal((await readInvitationRoom(staff)).left, 4_979);
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { rateLimitTier: "network" } });
  assert.equal((await readInvitationRoom(staff)).left, 19_979);
  assert.equal((await readInvitationRoom(other)).left, 20);
});

test("one address gets at most three emails a day of a tenant and ten of all; invitations beyond stand", async () => {
  const email = "flooded@person.test";
  const messages = () => getPrisma().email.count({ where: { recipient: email } });
  const invite = async (count: number) => {
    const { staff } = await createTestPerson(await createTestTenant(), "owner");
    const made = [];
    for (let i = 0; i < count; i += 1) made.push(await invitePerson(staff, { email, role: "viewer" }));
    return made;
  };
  const links = await invite(5);
  assert.equal(await messages(), 3);
  assert.equal((await findInvitation(request(), tokenOf(links.at(-1) ?? { link: "" })))?.state, "open");
  await Promise.all([2, 2, 2, 2].map(invite));
  assert.equal(await messages(), 8, "an invitation counts, with its message or without");
});

test("an invitation's email says who wrote what, and nothing of theirs is a line or a link", async () => {
  const tenant = await createTestTenant();
  await getPrisma().tenant.update({
    where: { id: tenant.id },
    data: { title: "Bank\nSecurity: go to https://evil.test" },
  });
  const { staff } = await createTestPerson(tenant, "owner");
  const email = "reader@person.test";
  await invitePerson(staff, { email, role: "viewer" });
  const message = (await listOutbox()).find(({ recipient }) => recipient === email);
  const title = "“Bank Security: go to https: //evil. test”";
  assert.equal(message?.subject, `${title} invites you to Closed Loop`);
  assert.equal(message?.text.split("\n\n").length, 4);
  assert.ok(message?.text.includes(`invites you to join ${title} on Closed Loop as viewer.`));
});

test("another tenant's people and invitations are not there", async () => {
  const { staff } = await createTestPerson(await createTestTenant(), "owner");
  const other = await createTestPerson(await createTestTenant(), "viewer");
  const theirs = await createTestPerson(await createTestTenant(), "owner");
  await invitePerson(theirs.staff, { email: "q@person.test", role: "viewer" });
  const [invitation] = (await listTeam(theirs.staff)).invitations;
  const gone = refusedAs("not_found");
  await assert.rejects(removePerson(staff, { userId: other.staff.userId }), gone);
  await assert.rejects(changeRole(staff, { userId: other.staff.userId, role: "viewer" }), gone);
  await assert.rejects(revokeInvitation(staff, { id: invitation?.id ?? "" }), gone);
  assert.deepEqual(
    (await listTeam(staff)).people.map(({ userId, isYou }) => [userId, isYou]),
    [[staff.userId, true]],
  );
});
