import assert from "node:assert/strict";
import { test } from "node:test";
import { addPasskey, beginPasskey, beginPasskeySignIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { withConnection } from "@/server/platform/connection";
import { SoftwareAuthenticator } from "@/server/testing/clients/software-authenticator";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, userCaller } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { withDatabaseLink } from "@/server/testing/faults/database-link";
import { authorize, authorizePasskey, endSession, failureResponse, type Outcome } from "./sign-in";

withTestDatabase();
const link = withDatabaseLink();

function nothingYet(): Outcome {
  return { failure: null, browserCookie: null };
}

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
  const answer = failureResponse("away", "{}");
  assert.deepEqual([answer.status, answer.headers.get("retry-after")], [503, "1"]);
  const later = nothingYet();
  assert.ok(await signIn({ email, password }, { outcome: later }));
  await endSession(sid, later);
  assert.equal(later.failure, null);
});

test("a known browser is refused for no one else's wrong passwords", async () => {
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
  // Only for that login, and with the same limit as everyone.
  await assert.rejects(signIn({ email: other, password: "wrong" }, { address, cookie }), refused);
  for (let i = 0; i < 10; i += 1) assert.equal(await signIn(wrong, { address, cookie }), null);
  await assert.rejects(signIn({ email, password }, { address, cookie }), refused);
});

test("a passkey signs in and makes the browser known; wrong ones count against passkey and address", async () => {
  const user = await createMemberUser();
  const { email, password } = user;
  const caller = await userCaller(user);
  const authenticator = new SoftwareAuthenticator();
  const asked = await beginPasskey({ ...caller, now: now() }, { password, code: null });
  await addPasskey({ ...caller, now: now() }, { name: "Laptop", attestation: authenticator.make(asked) });
  const enter = (assertion: unknown, address: string, outcome = nothingYet()) =>
    withConnection({ remoteAddress: address }, () =>
      authorizePasskey(
        { assertion: typeof assertion === "string" ? assertion : JSON.stringify(assertion) },
        {},
        outcome,
      ),
    );
  const entering = nothingYet();
  const asks = () => beginPasskeySignIn({ now: now() });
  for (const malformed of ["", "{", "null", "[]", { id: "a b", response: {} }]) {
    assert.equal(await enter(malformed, "192.0.2.20"), null);
  }
  assert.ok(await enter(authenticator.sign(await asks()), "192.0.2.20", entering));
  const cookie = entering.browserCookie?.split(";")[0] ?? "";
  const wrong = () => authenticator.sign({ challenge: "bWFkZSB1cA", rpId: "localhost" });
  for (let i = 0; i < 30; i += 1) assert.equal(await enter(wrong(), `192.0.2.${30 + i}`), null);
  assert.equal(await enter(wrong(), "192.0.2.70"), null);
  await assert.rejects(enter(wrong(), "192.0.2.70"), /^Error: rate_limit_exceeded/);
  // An address without failures has one try; passwords are counted separately.
  assert.ok(await enter(authenticator.sign(await asks()), "192.0.2.71"));
  assert.ok(await signIn({ email, password }, { address: "192.0.2.70", cookie }));
});
