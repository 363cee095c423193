import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestCard } from "@/server/testing/factories/cards";
import { withTestDatabase } from "@/server/testing/database";
import { withDatabaseLink } from "@/server/testing/faults/database-link";
import { createTestUser, openTestSession } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { authorize, endSession, type Failure, sayFailure } from "./sign-in";

withTestDatabase();
const link = withDatabaseLink();

/** What next-auth calls, and what is told beside the answer. */
function watch() {
  const failures: Failure[] = [];
  const onFailure = (failure: Failure) => failures.push(failure);
  return {
    failures,
    signIn: async (input: Record<string, string>) => authorize(input, {}, onFailure),
    signOut: async (sid: string) => endSession(sid, onFailure),
  };
}

async function createMemberUser() {
  const { memberId } = await createTestCard(await createTestTenant());
  return createTestUser({ kind: "member", memberId });
}

test("a sign-in or sign-out that the database was away for is no wrong password and no sign-out", async () => {
  const user = await createMemberUser();
  const sid = await openTestSession(user);
  const { failures, signIn, signOut } = watch();
  const login = { email: user.email, password: user.password };
  await link.cut();
  try {
    await assert.rejects(signIn(login), /^Error: temporarily_unavailable/);
    await assert.rejects(signOut(sid));
  } finally {
    await link.restore();
  }
  assert.deepEqual(failures, ["away", "away"]);
  const answer = sayFailure("away", "{}");
  assert.deepEqual([answer.status, answer.headers.get("retry-after")], [503, "1"]);
  assert.ok(await signIn(login));
  await signOut(sid);
});

test("a wrong password is a wrong password, and what was away has cost none of the tries", async () => {
  const user = await createMemberUser();
  const { failures, signIn } = watch();
  await link.cut();
  for (let i = 0; i < 12; i += 1) await assert.rejects(signIn({ email: user.email, password: "wrong" }));
  await link.restore();
  failures.length = 0;
  for (let i = 0; i < 10; i += 1) assert.equal(await signIn({ email: user.email, password: "wrong" }), null);
  await assert.rejects(signIn({ email: user.email, password: "wrong" }), /rate_limit_exceeded/);
  assert.deepEqual(failures, []);
});
