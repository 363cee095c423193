import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { listOutbox } from "@/server/domain/emails";
import { DomainError } from "@/server/domain/errors";
import { approveForLive } from "@/server/domain/onboarding";
import { acceptInvitation, findInvitation, invitePerson, joinByInvitation, signUp } from "@/server/domain/team";
import { requestLive } from "@/server/domain/tenants";
import { now } from "@/server/platform/clock";
import { newRecordId, parseRecordId } from "@/server/platform/ids";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, userCaller } from "@/server/testing/factories/portal";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  actAsOperator,
  actAsStaff,
  beginSecondFactor,
  findSession,
  proveEmail,
  requestEmailProof,
  requestPasswordReset,
  resetPassword,
  signIn,
} from "..";

withTestDatabase();

const PASSWORD = "a long enough password";
const refusedAs = (code: string, words: RegExp) => (error: unknown) =>
  error instanceof DomainError && error.code === code && words.test(error.message);
const isUnproved = refusedAs("not_permitted", /Confirm your email/);
const request = () => ({ now: now(), requestId: newRecordId(now()) });
const tokenIn = (text: string) => /\/(?:invite|reset)\/(\S+)/.exec(text)?.[1] ?? "";
const isProved = async (email: string) =>
  (await getPrisma().user.findUniqueOrThrow({ where: { email } })).emailProvedAt !== null;

async function emailsTo(email: string): Promise<string[]> {
  return (await listOutbox()).filter(({ recipient }) => recipient === email).map(({ text }) => text);
}

async function codeTo(email: string): Promise<string> {
  return /\b\d{8}\b/.exec((await emailsTo(email)).join("\n"))?.[0] ?? "";
}

let people = 0;

async function signUpAs(email = `someone-${people++}@elsewhere.test`) {
  const { tenantSlug } = await signUp(request(), { company: "Anyone", email, password: PASSWORD });
  const { id } = await getPrisma().user.findUniqueOrThrow({ where: { email } });
  const user = { id: parseRecordId(id), email, password: PASSWORD };
  const caller = await userCaller(user);
  const staff = await actAsStaff(caller, { tenant: tenantSlug, environment: "test" });
  return { user, caller, staff, tenantSlug };
}

test("a sign-up with another's email gets no second factor, no live environment, and no place by it", async () => {
  const { user, caller, staff, tenantSlug } = await signUpAs();
  await assert.rejects(beginSecondFactor(caller, { password: PASSWORD }), isUnproved);
  await assert.rejects(requestLive(staff), isUnproved);
  await assert.rejects(invitePerson(staff, { email: "friend@elsewhere.test", role: "viewer" }), isUnproved);
  const host = await createTestPerson(await createTestTenant(), "owner");
  const token = tokenIn((await invitePerson(host.staff, { email: user.email, role: "admin" })).link);
  const signedIn = await findSession({ now: now() }, caller.sessionId);
  assert.match((await findInvitation(request(), token, signedIn))?.obstacle ?? "", /Confirm your email/);
  await assert.rejects(acceptInvitation(caller, { token }), isUnproved);
  assert.equal((await findInvitation(request(), token))?.state, "open");
  // A request from before proofs existed.
  await getPrisma().tenant.update({ where: { slug: tenantSlug }, data: { liveAskedAt: now() } });
  const operator = await userCaller(await createTestUser({ kind: "network_operator" }));
  const approval = approveForLive(await actAsOperator(operator, { environment: "live" }), { slug: tenantSlug });
  await assert.rejects(approval, refusedAs("live_not_approvable", /confirmed their email/));

  await proveEmail(caller, { code: await codeTo(user.email) });
  await beginSecondFactor(caller, { password: PASSWORD });
  await requestLive(staff);
  await invitePerson(staff, { email: "friend@elsewhere.test", role: "viewer" });
  await acceptInvitation(caller, { token });
});

test("only that login's code proves its email, until the end of the next day", async () => {
  const clock = withFakeClock("2026-11-22T10:00:00Z");
  const { user, caller } = await signUpAs();
  const other = await signUpAs();
  const isWrong = refusedAs("validation_error", /latest email/);
  const first = await codeTo(user.email);
  for (const code of ["00000000", await codeTo(other.user.email)]) {
    await assert.rejects(proveEmail({ ...caller, now: now() }, { code }), isWrong);
  }
  clock.advance(2 * DAY_MS);
  await assert.rejects(proveEmail({ ...caller, now: now() }, { code: first }), isWrong);
  await requestEmailProof({ ...caller, now: now() });
  const code = await codeTo(user.email);
  assert.notEqual(code, first);
  clock.advance(DAY_MS);
  await proveEmail({ ...caller, now: now() }, { code });
  assert.equal(await isProved(user.email), true);
  const emails = (await emailsTo(user.email)).length;
  await requestEmailProof({ ...caller, now: now() });
  assert.equal((await emailsTo(user.email)).length, emails);
});

test("ten wrong codes close it, and five emails a day are all that a sign-up can cause", async () => {
  const { user, caller } = await signUpAs();
  for (let i = 0; i < 10; i += 1) await assert.rejects(proveEmail(caller, { code: `0000000${i}` }), /latest email/);
  const code = await codeTo(user.email);
  await assert.rejects(proveEmail(caller, { code }), refusedAs("rate_limit_exceeded", /Too many/));
  for (let i = 0; i < 5; i += 1) await requestEmailProof(caller);
  await assert.rejects(requestEmailProof(caller), refusedAs("daily_limit_reached", /five codes/));
  assert.equal((await emailsTo(user.email)).length, 6);
});

for (const isEmailProved of [false, true]) {
  const whose = isEmailProved ? "its owner set up stays" : "a squatter set up goes with the squatter";
  test(`the owner of the email takes the login over by a reset; a second factor that ${whose}`, async () => {
    const user = await createTestUser({ kind: "network_operator" }, { isEmailProved, hasSecondFactor: false });
    const session = await openTestSession(user);
    const where = { email: user.email };
    // Possible before second factors required a proved email.
    const recoveryCodes = { create: { id: newRecordId(now()), codeHash: "x" } };
    const data = { sealedTotpSecret: "sealed", totpConfirmedAt: now(), recoveryCodes };
    await getPrisma().user.update({ where, data });
    await requestPasswordReset(request(), where);
    const token = tokenIn((await emailsTo(user.email))[0] ?? "");
    await resetPassword(request(), { token, password: "the owner’s own password" });
    assert.equal(await findSession({ now: now() }, session), null);
    assert.equal(await isProved(user.email), true);
    const after = await getPrisma().user.findUniqueOrThrow({ where, include: { recoveryCodes: true } });
    assert.equal(after.totpConfirmedAt !== null, isEmailProved);
    assert.equal(after.recoveryCodes.length, isEmailProved ? 1 : 0);
    const from = { userAgent: null, address: null };
    assert.equal(await signIn({ now: now() }, { ...user, ...from }), null);
    const entering = signIn({ now: now() }, { ...where, password: "the owner’s own password", ...from });
    if (isEmailProved) await assert.rejects(entering, refusedAs("second_factor_required", /./));
    else assert.ok(await entering);
  });
}

test("the emailed link of an invitation proves the email, the one that was handed over does not", async () => {
  const { staff } = await createTestPerson(await createTestTenant(), "owner");
  for (const [email, isByEmail] of [
    ["emailed@person.test", true],
    ["handed@person.test", false],
  ] as const) {
    const { link } = await invitePerson(staff, { email, role: "viewer" });
    const emailed = tokenIn((await emailsTo(email))[0] ?? "");
    assert.ok(emailed.startsWith(tokenIn(link)) && emailed.length > tokenIn(link).length);
    await joinByInvitation(request(), { token: isByEmail ? emailed : tokenIn(link), password: PASSWORD });
    assert.equal(await isProved(email), isByEmail, email);
  }
  // Neither a link for another email nor a forged mark proves anything.
  const { user, caller } = await signUpAs();
  await invitePerson(staff, { email: "third@person.test", role: "viewer" });
  const [ofThird = ""] = await emailsTo("third@person.test");
  await assert.rejects(acceptInvitation(caller, { token: tokenIn(ofThird) }), isUnproved);
  const { link } = await invitePerson(staff, { email: user.email, role: "viewer" });
  await assert.rejects(acceptInvitation(caller, { token: `${tokenIn(link)}.${"0".repeat(32)}` }), isUnproved);
  await acceptInvitation(caller, { token: tokenIn((await emailsTo(user.email)).join("\n")) });
  assert.equal(await isProved(user.email), true);
});
