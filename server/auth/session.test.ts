import assert from "node:assert/strict";
import { before, test } from "node:test";
import { encode } from "next-auth/jwt";
import { endSessions } from "@/server/domain/users";
import { getEnv } from "@/server/platform/env";
import { deriveKey, hexOf } from "@/server/platform/key-ring";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, userCaller } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { cookies } from "./cookie";
import { isSameOrigin } from "./origin";
import { readSession } from "./session";
import { sealSession, sessionSecret } from "./session-cookie";
import { limitGuessing } from "./sign-in-limits";

withTestDatabase();
before(() => {
  process.env.PUBLIC_URL = "https://pay.example.test";
});

const NAME = "__Host-closed-loop.session";

async function createMemberUser() {
  const { memberId } = await createTestCard(await createTestTenant());
  return createTestUser({ kind: "member", memberId });
}

function sent(cookie: string): Headers {
  return new Headers({ cookie: `theme=dark; ${NAME}=${cookie}` });
}

test("no other host and no plain page can set cookies of a portal on https", () => {
  for (const { name, options } of Object.values(cookies())) {
    assert.match(name, /^__Host-/);
    assert.deepEqual(options, { httpOnly: true, sameSite: "lax", path: "/", secure: true });
  }
});

test("a cookie stands for its session's row, and for nothing once that has ended", async () => {
  const user = await createMemberUser();
  const caller = await userCaller(user);
  const cookie = await sealSession({ token: { sid: caller.sessionId } });
  assert.equal((await readSession(sent(cookie)))?.userId, user.id);
  await endSessions(caller, "this");
  assert.equal(await readSession(sent(cookie)), null);
});

test("a cookie of another key, an expired one, or one of something else is no one's", async () => {
  const sid = await openTestSession(await createMemberUser());
  const otherKey = hexOf(deriveKey("receipt"));
  const forged = [
    await encode({ token: { sid }, secret: otherKey }),
    await encode({ token: { sid }, secret: sessionSecret(), maxAge: -3_600 }),
    await encode({ token: { sid: { not: "text" } }, secret: sessionSecret() }),
    await encode({ token: {}, secret: sessionSecret() }),
    sid,
    "",
    "%",
  ];
  for (const cookie of forged) assert.equal(await readSession(sent(cookie)), null, cookie.slice(0, 20));
});

test("a page of ours is one at PUBLIC_URL, whatever Host says", () => {
  const cases: readonly [headers: Record<string, string>, isOurs: boolean][] = [
    [{ origin: "https://pay.example.test", host: "10.0.0.7:3000" }, true],
    [{ origin: "https://10.0.0.7:3000", host: "10.0.0.7:3000" }, false],
    [{ origin: "http://localhost:3000", host: "localhost:3000" }, false],
    [{ origin: "http://10.0.0.7:3000", host: "10.0.0.7:3000" }, false],
    [{ origin: "ftp://10.0.0.7:3000", host: "10.0.0.7:3000" }, false],
    [{ origin: "http://pay.example.test", host: "10.0.0.7:3000" }, false],
    [{ origin: "null", host: "10.0.0.7:3000" }, false],
    [{ host: "10.0.0.7:3000" }, false],
  ];
  for (const [headers, isOurs] of cases)
    assert.equal(isSameOrigin(new Headers(headers)), isOurs, JSON.stringify(headers));
});

test("on one machine a page under another of its names is ours, and a page under a foreign name is not", () => {
  const before = getEnv().PUBLIC_URL;
  Object.assign(getEnv(), { PUBLIC_URL: "http://localhost:3000" });
  const isOurs = (origin: string, host: string) => isSameOrigin(new Headers({ origin, host }));
  assert.ok(isOurs("http://127.0.0.1:3000", "127.0.0.1:3000"));
  assert.ok(!isOurs("http://evil.test:3000", "evil.test:3000"));
  assert.ok(!isOurs("http://127.0.0.1:4000", "127.0.0.1:3000"));
  Object.assign(getEnv(), { PUBLIC_URL: before });
});

test("guesses count for the email and the address, right passwords for neither", async () => {
  let checks = 0;
  const guess = (address: string, name: string, isRight: boolean) =>
    limitGuessing({ address, name }, async () => {
      checks += 1;
      return isRight ? "in" : null;
    });
  for (let i = 0; i < 60; i += 1) assert.equal(await guess("192.0.2.1", "owner@portal.test", true), "in");
  for (let i = 0; i < 10; i += 1) assert.equal(await guess("192.0.2.2", "owner@portal.test", false), null);
  checks = 0;
  const isThrottled = { code: "rate_limit_exceeded" };
  await assert.rejects(guess("192.0.2.2", "owner@portal.test", true), isThrottled);
  assert.equal(checks, 0);
  assert.equal(await guess("192.0.2.3", "owner@portal.test", true), "in");
  for (let i = 0; i < 30; i += 1) await guess("192.0.2.4", `${i}@portal.test`, false);
  await assert.rejects(guess("192.0.2.4", "somebody@portal.test", true), isThrottled);
});
