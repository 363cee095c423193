import assert from "node:assert/strict";
import { test } from "node:test";
import { withConnection } from "@/server/platform/connection";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { withDatabaseLink } from "@/server/testing/faults/database-link";
import { authorize, endSession, type Outcome, sayFailure } from "./sign-in";

withTestDatabase();
const link = withDatabaseLink();

function nothingYet(): Outcome {
  return { failure: null, browserCookie: null };
}

/** Signs in as next-auth does, from that address with that cookie. */
async function signIn(
  input: Record<string, string>,
  { address = "192.0.2.1", cookie = "", outcome = nothingYet() } = {},
) {
  const headers = { cookie };
  return withConnection({ remoteAddress: address }, () => authorize(input, { headers }, outcome));
}

async function createMemberUser() {
  const { memberId } = await createTestCard(await createTestTenant());
  return createTestUser({ kind: "member", memberId });
}

test("a sign-in or sign-out that the database was away for is no wrong password and no sign-out", async () => {
  const user = await createMemberUser();
  const { email, password } = user;
  const sid = await openTestSession(user);
  const [entering, leaving] = [nothingYet(), nothingYet()];
  await link.cut();
  try {
    await assert.rejects(signIn({ email, password }, { outcome: entering }), /^Error: temporarily_unavailable/);
    await assert.rejects(endSession(sid, leaving));
  } finally {
    await link.restore();
  }
  assert.deepEqual([entering.failure, leaving.failure], ["away", "away"]);
  const answer = sayFailure("away", "{}");
  assert.deepEqual([answer.status, answer.headers.get("retry-after")], [503, "1"]);
  const later = nothingYet();
  assert.ok(await signIn({ email, password }, { outcome: later }));
  await endSession(sid, later);
  assert.equal(later.failure, null);
});

test("a browser that was in before is refused for no one else's wrong passwords", async () => {
  const { email, password } = await createMemberUser();
  const { email: other } = await createMemberUser();
  const first = nothingYet();
  assert.ok(await signIn({ email, password }, { outcome: first }));
  const cookie = first.browserCookie?.split(";")[0] ?? "";
  const address = "192.0.2.2";
  const wrong = { email, password: "wrong" };
  for (let i = 0; i < 10; i += 1) assert.equal(await signIn(wrong, { address }), null);
  for (let i = 0; i < 20; i += 1)
    assert.equal(await signIn({ ...wrong, email: `${i}@portal.test` }, { address }), null);
  const refused = /^Error: rate_limit_exceeded/;
  await assert.rejects(signIn({ email, password }, { address }), refused);
  assert.ok(await signIn({ email: email.toUpperCase(), password }, { address, cookie }));
  // For that login alone, and for no more wrong passwords of its own than anyone has.
  await assert.rejects(signIn({ email: other, password: "wrong" }, { address, cookie }), refused);
  for (let i = 0; i < 10; i += 1) assert.equal(await signIn(wrong, { address, cookie }), null);
  await assert.rejects(signIn({ email, password }, { address, cookie }), refused);
});
