import assert from "node:assert/strict";
import { test } from "node:test";
import { runInTransaction } from "@/server/db/guarded";
import { getPrisma } from "@/server/db/prisma";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { erasePerson, previewErasure } from "@/server/domain/personal-data";
import { sweepPushes } from "@/server/domain/pushes/sweep-pushes";
import { endEverySession } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { openTestSession, outcomeOf, portalOf, userCaller } from "@/server/testing/factories/portal";
import { beginPushes } from "@/server/testing/pushes/begin-pushes";
import { type TestPushMember, turnOnTestPushes } from "@/server/testing/pushes/push-devices";
import { writePushes } from "../news/write-pushes";

withTestDatabase();

const MINUTE_MS = 60_000;
const sweep = () => sweepPushes({ members: null });

for (const [how, end] of [
  ["signing out", ({ portal }) => portal.shared.sessions.signOut()],
  [
    "turning it off",
    async ({ portal }) => {
      const [device] = (await portal.wallet.pushes.list()).devices;
      await portal.wallet.pushes.remove({ id: device?.id ?? "" });
    },
  ],
  [
    "being signed out from elsewhere",
    async ({ user, session }) => {
      await portalOf(await openTestSession(user)).shared.sessions.end({ id: session });
    },
  ],
  [
    "a change of the password elsewhere",
    async ({ user }) => {
      const other = portalOf(await openTestSession(user));
      await other.shared.sessions.changePassword({ current: user.password, next: "a new and longer one" });
    },
  ],
  [
    "an erasure",
    async ({ user }) => {
      const caller = await userCaller(user);
      const { digest } = await previewErasure(caller);
      await erasePerson(caller, { password: user.password, code: null, agreed: digest });
      assert.equal(await getPrisma().pushDevice.count({ where: { userId: user.id } }), 0);
    },
  ],
  [
    "the end of the role",
    async ({ user }) => {
      await getPrisma().role.deleteMany({ where: { userId: user.id } });
    },
  ],
  [
    "a suspension of the tenant",
    async ({ tenant }) => {
      await getPrisma().tenant.update({ where: { id: tenant.id }, data: { status: "suspended" } });
    },
  ],
] satisfies readonly [string, (member: TestPushMember) => Promise<unknown>][]) {
  test(`${how} ends it, also for what was on its way`, async () => {
    const { create, titlesOf } = await beginPushes();
    const member = await create();
    await authorize(member.tenant, member.card, 2);
    await writePushes({ now: now(), members: null });
    await authorize(member.tenant, member.card, 3);
    await end(member);
    await sweep();
    assert.deepEqual(titlesOf(member), []);
  });
}

for (const [how, end] of [
  ["itself", ({ portal }) => portal.shared.sessions.signOut()],
  [
    "the list of devices",
    async ({ user, session }) => portalOf(await openTestSession(user)).shared.sessions.end({ id: session }),
  ],
  [
    "a change of the password",
    async ({ user }) => {
      const other = portalOf(await openTestSession(user));
      await other.shared.sessions.changePassword({ current: user.password, next: "a new and longer one" });
    },
  ],
  ["a restore", () => endEverySession({ now: now() })],
] satisfies readonly [string, (member: TestPushMember) => Promise<unknown>][]) {
  test(`a session ended by ${how} takes its device with it at once, and what waits for it`, async () => {
    const { create } = await beginPushes();
    const [member, other] = [await create(), await create()];
    for (const { tenant, card } of [member, other]) await authorize(tenant, card, 2);
    await writePushes({ now: now(), members: null });
    const left = () =>
      Promise.all([
        getPrisma().pushDevice.count({ where: { userId: member.user.id } }),
        getPrisma().pushMessage.count({ where: { memberId: member.card.memberId } }),
      ]);
    assert.deepEqual(await left(), [1, 1]);
    await end(member);
    assert.deepEqual(await left(), [0, 0]);
    const isForAll = how === "a restore";
    assert.equal(await getPrisma().pushDevice.count({ where: { userId: other.user.id } }), isForAll ? 0 : 1);
  });
}

test("a device being removed holds up no other’s news, and nothing fails", async () => {
  const { create } = await beginPushes();
  const [leaving, staying] = [await create(), await create()];
  for (const { tenant, card } of [leaving, staying]) await authorize(tenant, card, 2);
  await runInTransaction(async (db) => {
    await query(db, sql`DELETE FROM push_devices WHERE user_id = ${leaving.user.id}`);
    const members = [leaving, staying].map(({ card }) => card.memberId);
    assert.equal(await writePushes({ now: now(), members }), 1);
  });
  assert.equal(await getPrisma().pushMessage.count({ where: { memberId: staying.card.memberId } }), 1);
});

test("a device being removed holds up no sweep, nor a sign-out behind it", {
  timeout: 20_000,
}, async () => {
  const { create, titlesOf } = await beginPushes();
  const [leaving, staying] = [await create(), await create()];
  for (const { tenant, card } of [leaving, staying]) await authorize(tenant, card, 2);
  await writePushes({ now: now(), members: null });
  const db = getPrisma();
  // Due for every sweep: its session has expired, and its news is a day old.
  const createdAt = new Date(now().getTime() - 25 * 60 * 60_000);
  await db.pushMessage.updateMany({ where: { memberId: leaving.card.memberId }, data: { createdAt } });
  await db.portalSession.update({ where: { id: leaving.session }, data: { expiresAt: now() } });
  await runInTransaction(async (removing) => {
    await query(removing, sql`DELETE FROM push_devices WHERE user_id = ${leaving.user.id}`);
    await sweep();
  });
  assert.equal(titlesOf(staying).length, 1);
});

test("news waiting for a suspended tenant is not told when it is active again", async () => {
  const { create, titlesOf } = await beginPushes();
  const member = await create();
  await authorize(member.tenant, member.card, 2);
  await writePushes({ now: now(), members: null });
  const set = (status: "active" | "suspended") =>
    getPrisma().tenant.update({ where: { id: member.tenant.id }, data: { status } });
  await set("suspended");
  await sweep();
  const [held] = await getPrisma().pushMessage.findMany({ where: { memberId: member.card.memberId } });
  assert.deepEqual([held?.title, held?.body, held?.nextAttemptAt], ["", "", null]);
  await set("active");
  await sweep();
  assert.deepEqual(titlesOf(member), []);
});

test("turning on and being signed out at the same moment leaves no device", async () => {
  const { service, create } = await beginPushes();
  for (let round = 0; round < 6; round += 1) {
    const { user, portal, session } = await create();
    const other = portalOf(await openTestSession(user));
    await Promise.all([
      outcomeOf(turnOnTestPushes(portal, service.subscribe())),
      other.shared.sessions.end({ id: session }),
    ]);
    assert.equal(await getPrisma().pushDevice.count({ where: { userId: user.id } }), 0);
  }
});

test("a device without an open wallet for a week is signed out, and its row goes", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { create, titlesOf } = await beginPushes();
  const member = await create();
  clock.advance(8 * 24 * 60 * MINUTE_MS);
  await authorize(member.tenant, member.card, 2);
  await sweep();
  assert.deepEqual(titlesOf(member), []);
  assert.equal(await getPrisma().pushDevice.count({ where: { userId: member.user.id } }), 0);
});
