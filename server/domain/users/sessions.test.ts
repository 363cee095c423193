import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { addTestRole, createTestUser, openTestSession, userCaller } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { DomainError } from "../errors";
import {
  actAsMember,
  changePassword,
  chooseMember,
  createUser,
  endSessions,
  findSession,
  listSessions,
  signIn,
} from ".";

withTestDatabase();

async function createMemberUser() {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  return { tenant, card, user: await createTestUser({ kind: "member", memberId: card.memberId }) };
}

const from = { userAgent: "Test", address: "192.0.2.1" };

test("only the right password opens a session, whatever the case of the email", async () => {
  const { user } = await createMemberUser();
  const { email, password } = user;
  const tries: readonly [email: string, password: string, isIn: boolean][] = [
    [email, password, true],
    [email.toUpperCase(), password, true],
    [email, `${password} `, false],
    [email, "", false],
    [`x${email}`, password, false],
    ["", "", false],
  ];
  for (const [as, secret, isIn] of tries) {
    const session = await signIn({ now: now() }, { email: as, password: secret, ...from });
    assert.equal(session !== null, isIn, `${as} ${secret}`);
  }
});

test("bytes of a long password beyond bcrypt's view count all the same", async () => {
  const tenant = await createTestTenant();
  const { memberId } = await createTestCard(tenant);
  const password = "a".repeat(72);
  const email = `long-${memberId}@portal.test`;
  await createUser(networkCaller(), { email, password, role: { kind: "member", memberId } });
  assert.ok(await signIn({ now: now() }, { email, password, ...from }));
  assert.equal(await signIn({ now: now() }, { email, password: `${password}b`, ...from }), null);
});

test("a session ends a week after it was last seen, and after thirty days in any case", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { user } = await createMemberUser();
  const idle = await openTestSession(user);
  const busy = await openTestSession(user);
  for (let day = 6; day <= 24; day += 6) {
    clock.advance(6 * DAY_MS);
    assert.ok(await findSession({ now: now() }, busy), `day ${day}`);
  }
  clock.advance(6 * DAY_MS - 1);
  assert.ok(await findSession({ now: now() }, busy));
  clock.advance(1);
  assert.equal(await findSession({ now: now() }, busy), null);
  assert.equal(await findSession({ now: now() }, idle), null);
  assert.equal(await findSession({ now: now() }, "not-a-session"), null);
});

test("a session unseen for a week is over although its thirty days are not", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { user } = await createMemberUser();
  const session = await openTestSession(user);
  clock.advance(7 * DAY_MS - 1);
  assert.ok(await findSession({ now: now() }, session));
  clock.advance(7 * DAY_MS);
  assert.equal(await findSession({ now: now() }, session), null);
});

test("a person ends this session, another, the others or all, and never someone else's", async () => {
  const { user } = await createMemberUser();
  const stranger = await userCaller((await createMemberUser()).user);
  const caller = await userCaller(user);
  const [second, third] = [await openTestSession(user), await openTestSession(user)];
  const open = async () => (await listSessions(caller)).map(({ id }) => id).sort();
  assert.deepEqual(await open(), [caller.sessionId, second, third].sort());
  assert.equal((await listSessions(caller))[0]?.isCurrent, true);

  assert.equal(await endSessions(stranger, { id: second }), 0);
  assert.equal(await endSessions(caller, { id: second }), 1);
  assert.equal(await endSessions(caller, { id: second }), 0);
  assert.equal(await findSession({ now: now() }, second), null);
  assert.deepEqual(await open(), [caller.sessionId, third].sort());
  assert.equal(await endSessions(caller, "others"), 1);
  assert.deepEqual(await open(), [caller.sessionId]);
  await openTestSession(user);
  assert.equal(await endSessions(caller, "all"), 2);
  assert.deepEqual(await open(), []);
  assert.ok(await findSession({ now: now() }, stranger.sessionId));
});

test("a new password needs the old one and signs out every other device", async () => {
  const { user } = await createMemberUser();
  const caller = await userCaller(user);
  const other = await openTestSession(user);
  const next = "a new and longer one";
  await assert.rejects(
    changePassword(caller, { current: "wrong", next }),
    (error) => error instanceof DomainError && error.code === "validation_error" && error.field === "current",
  );
  assert.ok(await findSession({ now: now() }, other));
  assert.deepEqual(await changePassword(caller, { current: user.password, next }), { endedSessions: 1 });
  assert.equal(await findSession({ now: now() }, other), null);
  assert.ok(await findSession({ now: now() }, caller.sessionId));
  assert.equal(await signIn({ now: now() }, { email: user.email, password: user.password, ...from }), null);
  assert.ok(await signIn({ now: now() }, { email: user.email, password: next, ...from }));
});

test("a shared demo login keeps its password", async () => {
  const { card } = await createMemberUser();
  const user = await createTestUser({ kind: "member", memberId: card.memberId }, { isShared: true });
  await assert.rejects(
    changePassword(await userCaller(user), { current: user.password, next: "a new and longer one" }),
    (error) => error instanceof DomainError && error.code === "not_permitted",
  );
  assert.ok(await openTestSession(user));
});

test("a person of several members chooses one for a session; a lost role is gone at once", async () => {
  const first = await createMemberUser();
  const second = await createMemberUser();
  const caller = await userCaller(first.user);
  const refused = (error: unknown) => error instanceof DomainError && error.code === "not_permitted";
  assert.equal((await actAsMember(caller)).memberId, first.card.memberId);
  await assert.rejects(chooseMember(caller, { memberId: second.card.memberId }), refused);
  await addTestRole(first.user, { kind: "member", memberId: second.card.memberId });
  await chooseMember(caller, { memberId: second.card.memberId });
  assert.equal((await actAsMember(caller)).memberId, second.card.memberId);
  assert.equal((await actAsMember(caller)).tenantId, second.tenant.id);
  assert.equal((await actAsMember(await userCaller(first.user))).memberId, first.card.memberId);

  await getPrisma().role.deleteMany({ where: { userId: first.user.id, memberId: second.card.memberId } });
  assert.equal((await actAsMember(caller)).memberId, first.card.memberId);
  await getPrisma().role.deleteMany({ where: { userId: first.user.id } });
  await assert.rejects(actAsMember(caller), refused);
});
