import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import type { UserCaller } from "@/server/domain/caller";
import { listOutbox } from "@/server/domain/emails";
import { DomainError } from "@/server/domain/errors";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { SoftwareAuthenticator } from "@/server/testing/clients/software-authenticator";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestUser, openTestSession, type TestUser, userCaller } from "@/server/testing/factories/portal";
import { testCodeOf } from "@/server/testing/factories/second-factors";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  eraseLogin,
  findSession,
  listPasskeys,
  removePasskey,
  requestPasswordReset,
  resetPassword,
  resetSecondFactor,
  signInWithPasskey,
} from "..";

withTestDatabase();

const refusedAs =
  (code: string, field: string | null = null) =>
  (error: unknown) =>
    error instanceof DomainError && error.code === code && error.field === field;
const later = (caller: UserCaller): UserCaller => ({ ...caller, now: now() });

async function createOwner(options = {}) {
  const user = await createTestUser({ kind: "tenant_owner", tenantId: (await createTestTenant()).id }, options);
  return { user, caller: await userCaller(user) };
}

const proofOf = async ({ email, password }: TestUser) => ({ password, code: (await testCodeOf(email)) ?? null });

async function withPasskey(options = {}) {
  const { user, caller } = await createOwner(options);
  const authenticator = new SoftwareAuthenticator();
  const attestation = authenticator.make(await beginPasskey(later(caller), await proofOf(user)));
  const { id } = await addPasskey(later(caller), { name: "Laptop", attestation });
  return { user, caller, authenticator, id, attestation };
}

const challenge = () => beginPasskeySignIn({ now: now() });
const signInWith = (assertion: ReturnType<SoftwareAuthenticator["sign"]>) =>
  signInWithPasskey({ now: now() }, { assertion, userAgent: "Test", address: null });

test("a passkey takes a proof to add, signs in without password and code, and its owner hears of it", async () => {
  const clock = withFakeClock("2026-11-23T10:00:00Z");
  const { user, caller } = await createOwner({ hasSecondFactor: true });
  const { password } = user;
  await assert.rejects(
    beginPasskey(caller, { password: "wrong", code: null }),
    refusedAs("validation_error", "password"),
  );
  await assert.rejects(beginPasskey(caller, { password, code: null }), refusedAs("validation_error", "code"));
  const authenticator = new SoftwareAuthenticator();
  const options = await beginPasskey(caller, await proofOf(user));
  assert.deepEqual([options.rp.id, options.authenticatorSelection?.residentKey], ["localhost", "required"]);
  await addPasskey(caller, { name: "Laptop", attestation: authenticator.make(options) });
  clock.advance(1_000);
  const opened = await signInWith(authenticator.sign(await challenge()));
  const signedIn = await findSession({ now: now() }, opened?.sessionId ?? "");
  assert.deepEqual([opened?.email, signedIn?.userId], [user.email, user.id]);
  const [passkey] = await listPasskeys(caller);
  assert.deepEqual([passkey?.name, passkey?.isBackedUp, passkey?.lastUsedAt], ["Laptop", true, now()]);
  const [email] = (await listOutbox()).filter(({ recipient }) => recipient === user.email);
  assert.match(email?.text ?? "", /The passkey “Laptop” now signs in to your login/);
  const records = await getPrisma().auditRecord.findMany({ where: { action: "passkey.added" } });
  assert.deepEqual(
    records.map(({ userId, subjectId }) => [userId, subjectId]),
    [[user.id, passkey?.id]],
  );
});

test("a challenge works once, for five minutes, and for what it was made", async () => {
  const clock = withFakeClock("2026-11-23T10:00:00Z");
  const { caller, authenticator, attestation, id, user } = await withPasskey();
  clock.advance(1_000);
  const asked = await challenge();
  const answers = await Promise.all([1, 2, 3].map(() => signInWith(authenticator.sign(asked))));
  assert.equal(answers.filter(Boolean).length, 1);
  assert.equal(await signInWith(authenticator.sign(asked)), null);
  const [first, second] = [await challenge(), await challenge()];
  clock.advance(5 * 60_000);
  assert.equal(await signInWith(authenticator.sign(first)), null);
  const refused = refusedAs("not_permitted");
  // A replayed answer is refused, even after its passkey was removed.
  await assert.rejects(addPasskey(later(caller), { name: "Twin", attestation }), refused);
  await removePasskey(later(caller), { id, ...(await proofOf(user)) });
  await assert.rejects(
    addPasskey({ ...caller, now: new Date(now().getTime() - 5 * 60_000) }, { name: "Twin", attestation }),
    refused,
  );
  const other = new SoftwareAuthenticator();
  const rp = { id: "localhost" };
  const forSignIn = other.make({ ...second, rp, user: { id: "" } });
  await assert.rejects(addPasskey(later(caller), { name: "Other", attestation: forSignIn }), refused);
  const invented = other.make({ challenge: Buffer.from("made up").toString("base64url"), rp, user: { id: "" } });
  await assert.rejects(addPasskey(later(caller), { name: "Other", attestation: invented }), refused);
});

test("to add one, only the session that gave the proof gets it done", async () => {
  const { user, caller } = await createOwner();
  const other = await createOwner();
  const options = await beginPasskey(caller, await proofOf(user));
  const attestation = new SoftwareAuthenticator().make(options);
  const device = { ...caller, sessionId: await openTestSession(user) };
  for (const who of [device, other.caller]) {
    await assert.rejects(addPasskey(later(who), { name: "Mine", attestation }), refusedAs("not_permitted"));
  }
  await addPasskey(later(caller), { name: "Mine", attestation });
});

test("another page, host, or passkey, no proof of the owner, and a copied key are refused alike", async () => {
  const clock = withFakeClock("2026-11-23T10:00:00Z");
  const { user, caller, authenticator } = await withPasskey();
  const stranger = await withPasskey();
  const wrong = [
    { origin: "https://elsewhere.test" },
    { rpId: "elsewhere.test" },
    { isUserVerified: false },
    { userHandle: Buffer.from(stranger.user.id).toString("base64url") },
  ];
  for (const how of wrong) {
    clock.advance(1_000);
    assert.equal(await signInWith(authenticator.sign(await challenge(), how)), null, JSON.stringify(how));
    const another = new SoftwareAuthenticator();
    if ("userHandle" in how) continue;
    const attestation = another.make(await beginPasskey(later(caller), await proofOf(user)), how);
    await assert.rejects(addPasskey(later(caller), { name: "No", attestation }), refusedAs("not_permitted"));
  }
  clock.advance(1_000);
  // Its own key, with the id of another's passkey.
  const forged = { ...authenticator.sign(await challenge()), id: stranger.authenticator.id };
  assert.equal(await signInWith(forged), null);
  assert.equal(await signInWith(new SoftwareAuthenticator().sign(await challenge())), null);
  assert.ok(await signInWith(authenticator.sign(await challenge())));
  clock.advance(1_000);
  assert.equal(await signInWith(authenticator.sign(await challenge(), { isCounted: false })), null);
  assert.ok(await signInWith(authenticator.sign(await challenge())));
});

test("a removed passkey opens nothing, and every other device is signed out; no one removes another’s", async () => {
  const { user, caller, authenticator, id } = await withPasskey();
  const stranger = await createOwner();
  const other = await openTestSession(user);
  const proof = await proofOf(user);
  await assert.rejects(
    removePasskey(caller, { id, password: "wrong", code: null }),
    refusedAs("validation_error", "password"),
  );
  await assert.rejects(
    removePasskey(stranger.caller, { id, ...(await proofOf(stranger.user)) }),
    refusedAs("not_found"),
  );
  await removePasskey(later(caller), { id, ...proof });
  await assert.rejects(removePasskey(later(caller), { id, ...proof }), refusedAs("not_found"));
  assert.equal(await signInWith(authenticator.sign(await challenge())), null);
  assert.equal(await findSession({ now: now() }, other), null);
  assert.ok(await findSession({ now: now() }, caller.sessionId));
});

test("a reset, an operator’s help after a loss, and leaving end every passkey", async () => {
  const ends: Readonly<Record<string, (user: TestUser) => Promise<unknown>>> = {
    reset: async (user) => {
      const at = { now: now(), requestId: newRecordId(now()) };
      await requestPasswordReset(at, user);
      const texts = (await listOutbox()).filter(({ recipient }) => recipient === user.email).map(({ text }) => text);
      const token = /\/reset\/([0-9a-f]{48})/.exec(texts.join("\n"))?.[1] ?? "";
      await resetPassword(at, { token, password: "a new and longer one" });
    },
    loss: (user) => resetSecondFactor(networkCaller(), user),
    leaving: (user) => eraseLogin(getPrisma(), { userId: user.id, now: now() }),
  };
  for (const [what, end] of Object.entries(ends)) {
    const { user, caller, authenticator, attestation } = await withPasskey({ hasSecondFactor: true });
    await end(user);
    assert.equal(await signInWith(authenticator.sign(await challenge())), null, what);
    assert.equal(await getPrisma().passkey.count({ where: { userId: user.id } }), 0, what);
    await assert.rejects(addPasskey(later(caller), { name: "Again", attestation }), refusedAs("not_permitted"), what);
  }
});

test("an operator’s passkey signs in once there is a second factor, and stands in place of none", async () => {
  const clock = withFakeClock("2026-11-23T10:00:00Z");
  for (const hasSecondFactor of [true, false]) {
    const user = await createTestUser({ kind: "network_operator" }, { hasSecondFactor });
    const caller = await userCaller(user);
    const authenticator = new SoftwareAuthenticator();
    const options = await beginPasskey(later(caller), await proofOf(user));
    await addPasskey(later(caller), { name: "Key", attestation: authenticator.make(options) });
    clock.advance(1_000);
    const opened = await signInWith(authenticator.sign(await challenge()));
    const signedIn = await findSession({ now: now() }, opened?.sessionId ?? "");
    assert.deepEqual([signedIn?.userId, signedIn?.needsSecondFactor], [user.id, !hasSecondFactor]);
  }
});

test("none for a shared login or an email that no one proved; at most twenty", async () => {
  const shared = await createOwner({ isShared: true });
  await assert.rejects(beginPasskey(shared.caller, await proofOf(shared.user)), refusedAs("not_permitted"));
  const unproved = await createOwner({ isEmailProved: false });
  await assert.rejects(beginPasskey(unproved.caller, await proofOf(unproved.user)), refusedAs("not_permitted"));
  const { user, caller, id } = await withPasskey();
  const options = await beginPasskey(later(caller), await proofOf(user));
  const { credentialId: _, ...row } = await getPrisma().passkey.findUniqueOrThrow({ where: { id } });
  const others = Array.from({ length: 19 }, (_, i) => ({ ...row, id: newRecordId(now()), credentialId: `copy-${i}` }));
  await getPrisma().passkey.createMany({ data: others });
  const attestation = new SoftwareAuthenticator().make(options);
  await assert.rejects(addPasskey(later(caller), { name: "One more", attestation }), refusedAs("not_permitted"));
  await assert.rejects(beginPasskey(later(caller), await proofOf(user)), /You have 20 passkeys/);
});
