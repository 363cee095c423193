import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, userCaller } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import { changePassword, endSessions, findSession, signIn } from ".";

withTestDatabase();

async function createMemberUser() {
  const { memberId } = await createTestCard(await createTestTenant());
  return createTestUser({ kind: "member", memberId });
}

for (const [what, set] of [
  ["the password", "password_hash = 'another'"],
  ["the second factor", "totp_confirmed_at = now(), sealed_totp_secret = 'sealed'"],
] as const) {
  test(`a sign-in under way while ${what} changes opens no session`, async () => {
    const { id, email, password } = await createMemberUser();
    const change = { text: `UPDATE users SET ${set} WHERE id = $1`, values: [id] };
    const from = { userAgent: null, address: null };
    assert.equal(await whileUncommitted(change, () => signIn({ now: now() }, { email, password, ...from })), null);
    assert.equal(await getPrisma().portalSession.count({ where: { userId: id } }), 0);
  });
}

test("a change of the password ends sessions that began after it was requested", async () => {
  const user = await createMemberUser();
  const caller = await userCaller(user);
  const asked = { ...caller, now: new Date(caller.now.getTime() - 60_000) };
  const later = await openTestSession(user);
  const next = "a new and longer one";
  assert.deepEqual(await changePassword(asked, { current: user.password, next }), { endedSessions: 1 });
  assert.equal(await findSession({ now: now() }, later), null);
  const last = await openTestSession({ ...user, password: next });
  await endSessions(asked, "all");
  for (const session of [last, caller.sessionId]) assert.equal(await findSession({ now: now() }, session), null);
});
