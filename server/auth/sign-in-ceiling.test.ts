import assert from "node:assert/strict";
import { test } from "node:test";
import { listOutbox } from "@/server/domain/emails";
import { noticeGuesses } from "@/server/domain/users";
import { withConnection } from "@/server/platform/connection";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser } from "@/server/testing/factories/portal";
import { authorize, type Outcome } from "./sign-in";
import { limitStrangers } from "./sign-in-ceiling";
import { limitGuessing } from "./sign-in-limits";

withTestDatabase();

const CEILING = 100;
const IS_OVER = { code: "rate_limit_exceeded" };
const createLogin = (options = {}) =>
  createTestUser({ kind: "network_operator" }, { hasSecondFactor: false, ...options });

function guess(email: string, address: string, answer: "in" | null = null): Promise<"in" | null> {
  return limitGuessing({ address, name: email }, () => limitStrangers({ email, address }, async () => answer));
}

let places = 0;

async function guessFromEverywhere(email: string): Promise<void> {
  for (let i = 0; i < CEILING; i += 1) assert.equal(await guess(email, `198.51.${i}.${places}`), null);
  places += 1;
}

const noticesTo = async (email: string) =>
  (await listOutbox()).filter(({ recipient, subject }) => recipient === email && subject.includes("guessing"));

async function signIn(input: { email: string; password: string }, cookie: string, outcome: Outcome) {
  return withConnection({ remoteAddress: "203.0.113.1" }, () => authorize(input, { headers: { cookie } }, outcome));
}

test("a guesser with a hundred addresses has a hundred guesses an hour, and the owner hears of it", async () => {
  const [user, other] = [await createLogin(), await createLogin()];
  const inBefore: Outcome = { failure: null, browserCookie: null };
  assert.ok(await signIn(user, "", inBefore));
  await guessFromEverywhere(user.email);
  await assert.rejects(guess(user.email, "203.0.113.1", "in"), IS_OVER);
  const [notice, ...more] = await noticesTo(user.email);
  assert.match(notice?.text ?? "", /100 wrong passwords .* from 100 different addresses/);
  assert.match(notice?.text ?? "", /\/forgot/);
  assert.deepEqual(more, []);
  // Neither known browsers nor other logins are affected.
  assert.ok(await signIn(user, inBefore.browserCookie?.split(";")[0] ?? "", inBefore));
  assert.equal(await guess(other.email, "203.0.113.1", "in"), "in");
});

test("unknown emails and shared logins are refused after as many guesses; neither gets an email", async () => {
  for (const email of ["nobody@portal.test", (await createLogin({ isShared: true })).email]) {
    await guessFromEverywhere(email);
    await assert.rejects(guess(email, "203.0.113.2"), IS_OVER);
    assert.deepEqual(await noticesTo(email), []);
  }
});

test("right passwords use nothing up, and one address alone never reaches the ceiling", async () => {
  const email = "busy@portal.test";
  for (let i = 0; i < CEILING; i += 1) assert.equal(await guess(email, "203.0.113.3", "in"), "in");
  for (let i = 0; i < 10; i += 1) assert.equal(await guess(email, "203.0.113.4"), null);
  for (let i = 0; i < CEILING; i += 1) await assert.rejects(guess(email, "203.0.113.4"), IS_OVER);
  assert.equal(await guess(email, "203.0.113.5", "in"), "in");
});

test("of guesses at once no more than the ceiling are tried", async () => {
  let tried = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: CEILING + 20 }, (_, i) =>
      limitStrangers({ email: "rush@portal.test", address: `198.51.100.${i}` }, async () => {
        tried += 1;
        return null;
      }),
    ),
  );
  assert.deepEqual([tried, outcomes.filter(({ status }) => status === "rejected").length], [CEILING, 20]);
});

test("the owner gets one such email a day", async () => {
  const clock = withFakeClock("2026-11-22T10:00:00Z");
  const { email } = await createLogin();
  const notice = () => noticeGuesses({ now: clock.now() }, { email, tries: 100, addresses: 7 });
  await Promise.all([notice(), notice(), notice()]);
  clock.advance(DAY_MS - 1);
  await notice();
  assert.equal((await noticesTo(email)).length, 1);
  clock.advance(1);
  await notice();
  assert.equal((await noticesTo(email)).length, 2);
});
