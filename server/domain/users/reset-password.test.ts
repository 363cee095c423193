import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { listOutbox } from "@/server/domain/emails";
import { DomainError } from "@/server/domain/errors";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, type TestUser } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { findReset, findSession, requestPasswordReset, resetPassword, signIn } from ".";

withTestDatabase();

const NEXT = "a new and longer one";
const isOver = (error: unknown) => error instanceof DomainError && error.code === "not_found";
const request = () => ({ now: now(), requestId: newRecordId(now()) });
const createOwner = async (options = {}) =>
  createTestUser({ kind: "tenant_owner", tenantId: (await createTestTenant()).id }, options);

async function tokensOf({ email }: TestUser): Promise<string[]> {
  const messages = (await listOutbox()).filter(({ recipient }) => recipient === email);
  return messages.flatMap(({ text }) => /\/reset\/([0-9a-f]{48})/.exec(text)?.[1] ?? []);
}

test("a link sets a new password once, ends every session and every other link", async () => {
  const user = await createOwner();
  const session = await openTestSession(user);
  for (let i = 0; i < 2; i += 1) await requestPasswordReset(request(), { email: user.email.toUpperCase() });
  const [token = "", other = ""] = await tokensOf(user);
  assert.ok(await findReset(request(), token));
  const tried = await Promise.allSettled(
    [NEXT, `${NEXT} 2`].map((password) => resetPassword(request(), { token, password })),
  );
  assert.equal(tried.filter(({ status }) => status === "fulfilled").length, 1);
  const password = tried[0]?.status === "fulfilled" ? NEXT : `${NEXT} 2`;
  assert.equal(await findSession({ now: now() }, session), null);
  for (const spent of [token, other]) {
    assert.equal(await findReset(request(), spent), null);
    await assert.rejects(resetPassword(request(), { token: spent, password: NEXT }), isOver);
  }
  const from = { userAgent: null, address: null };
  assert.equal(await signIn({ now: now() }, { ...user, ...from }), null);
  assert.ok(await signIn({ now: now() }, { email: user.email, password, ...from }));
  const rows = JSON.stringify([await getPrisma().passwordReset.findMany(), await getPrisma().email.findMany()]);
  assert.ok(!rows.includes(token), "the token is stored nowhere in clear");
});

test("no one, a shared login and a fourth open link get no email", async () => {
  const shared = await createOwner({ isShared: true });
  const user = await createOwner();
  await requestPasswordReset(request(), { email: "nobody@portal.test" });
  await requestPasswordReset(request(), { email: shared.email });
  for (let i = 0; i < 5; i += 1) await requestPasswordReset(request(), { email: user.email });
  assert.deepEqual(await tokensOf({ ...user, email: "nobody@portal.test" }), []);
  assert.deepEqual(await tokensOf(shared), []);
  assert.equal((await tokensOf(user)).length, 3);
});

test("a link ends after an hour, and what is no token is none", async () => {
  const clock = withFakeClock("2026-11-21T10:00:00Z");
  const user = await createOwner();
  await requestPasswordReset(request(), { email: user.email });
  const [token = ""] = await tokensOf(user);
  clock.advance(60 * 60_000 - 1);
  assert.ok(await findReset(request(), token));
  clock.advance(1);
  for (const text of [token, "", "x", "0".repeat(48)]) {
    await assert.rejects(resetPassword(request(), { token: text, password: NEXT }), isOver);
  }
});
