import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { getPrisma } from "@/server/db/prisma";
import { DomainError } from "@/server/domain/errors";
import { now } from "@/server/platform/clock";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, type TestUser, userCaller } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  disableSecondFactor,
  findSession,
  renewRecoveryCodes,
  signIn,
} from "..";

withTestDatabase();

const START = "2026-11-21T10:00:00Z";
const STEP_MS = 30_000;
const refusedAs =
  (code: string, field: string | null = null) =>
  (error: unknown) =>
    error instanceof DomainError && error.code === code && error.field === field;
const codeOf = (secret: string, stepsOff = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + stepsOff * STEP_MS });
const signInWith = ({ email, password }: TestUser, code?: string) =>
  signIn({ now: now() }, { email, password, code, userAgent: null, address: null });

async function createOwner(options = {}) {
  return createTestUser({ kind: "tenant_owner", tenantId: (await createTestTenant()).id }, options);
}

async function withSecondFactor() {
  const user = await createOwner();
  const caller = await userCaller(user);
  const { secret } = await beginSecondFactor(caller, { password: user.password });
  const { recoveryCodes } = await confirmSecondFactor(caller, { code: codeOf(secret) });
  return { user, caller, secret, recoveryCodes };
}

test("it counts once it is confirmed, and signs every other device out then", async () => {
  withFakeClock(START);
  const user = await createOwner();
  const caller = await userCaller(user);
  const other = await openTestSession(user);
  await assert.rejects(beginSecondFactor(caller, { password: "wrong" }), refusedAs("validation_error", "password"));
  const first = await beginSecondFactor(caller, { password: user.password });
  const { secret, uri } = await beginSecondFactor(caller, { password: user.password });
  assert.match(uri, /^otpauth:\/\/totp\/Closed%20Loop:/);
  assert.ok(await signInWith(user));
  for (const code of [codeOf(first.secret), codeOf(secret, 5)]) {
    await assert.rejects(confirmSecondFactor(caller, { code }), refusedAs("validation_error", "code"));
  }
  const { recoveryCodes } = await confirmSecondFactor(caller, { code: codeOf(secret) });
  assert.equal(new Set(recoveryCodes).size, 10);
  assert.equal(await findSession({ now: now() }, other), null);
  assert.equal((await findSession({ now: now() }, caller.sessionId))?.hasSecondFactor, true);
  await assert.rejects(beginSecondFactor(caller, { password: user.password }), refusedAs("not_permitted"));
  const stored = JSON.stringify([
    await getPrisma().recoveryCode.findMany(),
    (await getPrisma().user.findMany()).map((u) => ({ ...u, totpLastStep: null })),
  ]);
  for (const text of [secret, ...recoveryCodes])
    assert.ok(!stored.includes(text), "secrets are stored in no clear text");
});

test("only the password's owner learns that a code is missing", async () => {
  withFakeClock(START);
  const { user } = await withSecondFactor();
  assert.equal(await signInWith({ ...user, password: "wrong" }), null);
  assert.equal(await signInWith({ ...user, password: "wrong" }, "123456"), null);
  await assert.rejects(signInWith(user), refusedAs("second_factor_required"));
  await assert.rejects(signInWith(user, "000000"), refusedAs("second_factor_invalid"));
});

test("a code of the step before, of now or after works once, and none that is older than the last", async () => {
  const clock = withFakeClock(START);
  const { user, secret } = await withSecondFactor();
  const refused = refusedAs("second_factor_invalid");
  await assert.rejects(signInWith(user, codeOf(secret)), refused);
  assert.ok(await signInWith(user, codeOf(secret, 1)));
  await assert.rejects(signInWith(user, codeOf(secret, 1)), refused);
  await assert.rejects(signInWith(user, codeOf(secret, 2)), refused);
  clock.advance(4 * STEP_MS);
  assert.ok(await signInWith(user, codeOf(secret, -1)));
  await assert.rejects(signInWith(user, codeOf(secret, -2)), refused);
  const spaced = codeOf(secret).replace(/(...)/, "$1 ");
  assert.ok(await signInWith(user, spaced));
});

test("of five sign-ins that bring one code at once, one gets in; so with a recovery code", async () => {
  const clock = withFakeClock(START);
  const { user, secret, recoveryCodes } = await withSecondFactor();
  clock.advance(10 * STEP_MS);
  for (const code of [codeOf(secret), recoveryCodes[0]?.toUpperCase().replace("-", "")]) {
    const tried = await Promise.allSettled(Array.from({ length: 5 }, () => signInWith(user, code)));
    assert.equal(tried.filter(({ status }) => status === "fulfilled").length, 1, code);
    await assert.rejects(signInWith(user, code), refusedAs("second_factor_invalid"));
  }
});

test("wrong codes are throttled for the login, wherever they come from", async () => {
  const { user } = await withSecondFactor();
  const codes: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    await signInWith(user, "000000").catch((error: DomainError) => codes.push(error.code));
  }
  assert.deepEqual([...new Set(codes)], ["second_factor_invalid", "rate_limit_exceeded"]);
  assert.equal(codes.filter((code) => code === "second_factor_invalid").length, 10);
});

test("renewing ends the old recovery codes; disabling takes password and code, and ends them all", async () => {
  const clock = withFakeClock(START);
  const { user, caller, secret, recoveryCodes } = await withSecondFactor();
  const { password } = user;
  clock.advance(10 * STEP_MS);
  const at = { ...caller, now: clock.now() };
  await assert.rejects(
    disableSecondFactor(at, { password: "wrong", code: codeOf(secret) }),
    refusedAs("validation_error", "password"),
  );
  await assert.rejects(disableSecondFactor(at, { password, code: "000000" }), refusedAs("validation_error", "code"));
  const renewed = await renewRecoveryCodes(at, { password, code: codeOf(secret) });
  await assert.rejects(signInWith(user, recoveryCodes[1]), refusedAs("second_factor_invalid"));
  await disableSecondFactor(at, { password, code: renewed.recoveryCodes[0] ?? "" });
  assert.ok(await signInWith(user));
  assert.equal(await getPrisma().recoveryCode.count({ where: { userId: user.id } }), 0);
  const messages = await getPrisma().email.findMany({ where: { recipient: user.email } });
  assert.equal(messages.length, 3);
});

test("a shared demo login gets none, and a changed password keeps it", async () => {
  withFakeClock(START);
  const shared = await createOwner({ isShared: true });
  const refused = beginSecondFactor(await userCaller(shared), { password: shared.password });
  await assert.rejects(refused, refusedAs("not_permitted"));
  const { user, caller } = await withSecondFactor();
  const next = "a new and longer one";
  await changePassword(caller, { current: user.password, next });
  await assert.rejects(signInWith({ ...user, password: next }), refusedAs("second_factor_required"));
});
