import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { incrementAuthorization } from "@/server/contracts/rest/authorizations";
import { createMember, updateMember } from "@/server/contracts/rest/onboarding/members";
import { createPaymentCode } from "@/server/contracts/rest/payment-codes";
import {
  authorizeTransaction,
  captureTransaction,
  incrementTransaction,
  refundTransaction,
  voidTransaction,
} from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import type { OperatorCaller, UserCaller } from "@/server/domain/caller";
import { answerDispute, closeDispute, openDispute } from "@/server/domain/disputes";
import { DomainError } from "@/server/domain/errors";
import { notifyPeople } from "@/server/domain/notifications";
import { acceptInvitation, invitePerson, joinByInvitation } from "@/server/domain/team";
import { actAsMember, actAsOperator, findSession, requestPasswordReset, signIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { AccountId, MemberId } from "@/server/platform/noun-ids";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { approve, charge, requestTestAgreement } from "@/server/testing/factories/agreements";
import { authorize, capture, declineOf, increment, read } from "@/server/testing/factories/authorization-steps";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, outcomeOf, redeem } from "@/server/testing/factories/payment-codes";
import {
  createTestUser,
  openTestSession,
  portalOf,
  type TestUser,
  userCaller,
} from "@/server/testing/factories/portal";
import { testCodeOf } from "@/server/testing/factories/second-factors";
import { createTestPerson, slugOf } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import { findStoredText } from "@/server/testing/stored-text";
import { erasePerson, finishErasures, previewErasure } from ".";

withTestDatabase();

const MARK = "quuxley";
const EMAIL = `${MARK}@person.test`;
const PASSWORD = "a long enough password";
const tokenOf = ({ link }: { readonly link: string }) => link.split("/").at(-1) ?? "";
const request = () => ({ now: now(), requestId: newRecordId(now()) });
const refusedAs = (code: string, words: RegExp) => (error: unknown) =>
  error instanceof DomainError && error.code === code && words.test(error.message);

async function signedIn(email: string): Promise<UserCaller & { readonly sessionId: RecordId }> {
  const device = { userAgent: `Browser of ${MARK}`, address: `address of ${MARK}` };
  const session = await signIn({ now: now() }, { email, password: PASSWORD, ...device });
  assert.ok(session);
  return { kind: "user", ...session, email, ...request() };
}

/** Someone with a wallet and a team role, with their name in every text that can be written about them. */
async function livePerson() {
  const tenant = await createTestTenant();
  const { staff, user } = await createTestPerson(tenant, "owner");
  const place = { tenant: await slugOf(tenant), environment: "test" } as const;
  const { members } = portalOf(await openTestSession(user)).tenant;
  const { id } = await members.create({ ...place, key: randomUUID(), name: `Ann ${MARK}` });
  const noted = { email: EMAIL, externalId: MARK, metadata: { of: MARK } };
  const headers = { "idempotency-key": "note" };
  await call(tenant, updateMember, { params: { id }, body: noted, headers });
  const other = { body: { name: `Bea ${MARK}`, email: EMAIL }, idempotencyKey: "create" };
  const { id: second } = (await call(tenant, createMember, other)).body;
  await queryTestDatabase("DELETE FROM members WHERE id = $1", [second]);
  const account = await members.openAccount({ ...place, key: randomUUID(), memberId: id, currency: "USD" });
  const issued = await members.issueCard({ ...place, key: randomUUID(), account: account.id, allowedMccs: [] });
  const card = {
    id: issued.id,
    panToken: issued.panToken,
    memberId: MemberId.parse(id),
    accountId: AccountId.parse(account.id),
  };
  const invited = await members.inviteToWallet({ ...place, key: randomUUID(), id, email: EMAIL });
  await joinByInvitation(request(), { token: tokenOf(invited), password: PASSWORD });
  await queryTestDatabase("UPDATE users SET email_proved_at = now() WHERE email = $1", [EMAIL]);
  const person = await signedIn(EMAIL);
  await acceptInvitation(person, { token: tokenOf(await invitePerson(staff, { email: EMAIL, role: "admin" })) });
  const operator = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const money = { amount: 100, reference: `From ${MARK}`, key: randomUUID() };
  await operator.network.members.fund({ environment: "test", accountId: account.id, ...money });
  return { tenant, card, person, operator };
}

type Living = Awaited<ReturnType<typeof livePerson>>;

async function spend({ tenant, card, person }: Living) {
  const metadata = { customer: MARK, nested: `of ${MARK}` };
  await subscribe(tenant);
  const held = await authorize(tenant, card, 10, { metadata });
  const taken = await authorize(tenant, card, 20, { metadata });
  await increment(tenant, held.recordId, 1);
  await capture(tenant, taken.recordId, 15);
  const code = await createTestCode(tenant, { card, displayHint: `for ${MARK}`, metadata });
  await redeem(tenant, code, { deviceFingerprint: MARK, metadata });
  const open = await createTestCode(tenant, { card, displayHint: `for ${MARK}`, metadata });
  const merchant = await createTestMerchant(tenant);
  const asked = await requestTestAgreement(merchant, { card, description: `Beans for ${MARK}`, maxAmount: 5 });
  await merchantSpends(merchant, card, metadata);
  await notifyPeople({ now: now() });
  await approve(tenant, asked, { interval: "daily" });
  const said = { id: taken.recordId, reason: "not_recognized", note: `Not me, ${MARK}` } as const;
  const dispute = await openDispute(await actAsMember(person), said);
  const staff = await createTestPerson(tenant, "admin");
  await closeDispute(staff.staff, { id: dispute.id, outcome: "rejected", message: `You bought it, ${MARK}` }, null);
  await answerDispute(await actAsMember(person), { id: taken.recordId, answer: `I did not, ${MARK}` });
  await requestPasswordReset({ now: now() }, { email: EMAIL });
  await receiveAndKeep(taken.recordId, metadata);
  return { held, taken, code: open, merchant, agreement: asked };
}

/** Writes their name beside what a merchant takes and gives back, under keys with stored answers; the amounts cancel out. */
async function merchantSpends(merchant: TestMerchant, { panToken }: TestCard, metadata: Record<string, string>) {
  const payment = { amount: 2, paymentMethod: panToken, metadata };
  const { body } = await call(merchant, authorizeTransaction, { body: payment, idempotencyKey: "hold" });
  const authorizationId = body.authorizationId ?? "";
  const more = { authorizationId, amount: 1, metadata };
  await call(merchant, incrementTransaction, { body: more, idempotencyKey: "more" });
  const part = { authorizationId, amount: 2, metadata };
  const { transactionId } = (await call(merchant, captureTransaction, { body: part, idempotencyKey: "part" })).body;
  await call(merchant, voidTransaction, { body: { authorizationId, metadata }, idempotencyKey: "rest" });
  await call(merchant, refundTransaction, { body: { transactionId, metadata }, idempotencyKey: "back" });
}

/** A receiver's response, and an event in an older format: both repeat what was sent. */
async function receiveAndKeep(authorizationId: string, metadata: Record<string, string>): Promise<void> {
  await queryTestDatabase(
    `INSERT INTO webhook_attempts (id, delivery_id, subscription_id, number, url, request_headers, started_at, duration_ms,
       response_code, response_body)
     SELECT d.id, d.id, d.subscription_id, 1, 'https://receiver.test/hook', '{}', d.created_at, 5, 200, $2
     FROM webhook_deliveries d WHERE d.authorization_id = $1`,
    [authorizationId, JSON.stringify(metadata)],
  );
  await queryTestDatabase(
    `UPDATE events SET facts = (facts::jsonb || jsonb_build_object('metadata', $2::jsonb))::json WHERE authorization_id = $1`,
    [authorizationId, JSON.stringify(metadata)],
  );
}

const confirmed = async (person: UserCaller) => ({
  password: PASSWORD,
  code: null,
  agreed: (await previewErasure(person)).digest,
});

test("an erasure leaves no word of the person in any column; books, payments, and audit stay", async () => {
  const living = await livePerson();
  const { tenant, card, person, operator } = living;
  const { held, taken, code, merchant, agreement } = await spend(living);
  const marked = await findStoredText(MARK);
  assert.ok(marked.length >= 15, `the person is in ${marked}`);
  const records = await getPrisma().auditRecord.count();
  const leaving = await previewErasure(person);
  assert.deepEqual(leaving.obstacles, []);
  assert.deepEqual(
    leaving.accounts.map(({ postedMinor, heldMinor }) => [postedMinor, heldMinor]),
    [[85_00n, 26_00n]],
  );
  assert.deepEqual([leaving.openAgreements, leaving.activeCodes, leaving.openCards], [1, 1, 1]);
  await erasePerson(person, await confirmed(person));

  assert.deepEqual(await findStoredText(MARK), []);
  await assertBooksBalance();
  await assertBalance(card.accountId, { postedMinor: 85_00n, heldMinor: 26_00n });
  assert.equal(await getPrisma().auditRecord.count(), records + 2);
  assert.equal(await findSession({ now: now() }, person.sessionId), null);
  assert.equal(
    await signIn({ now: now() }, { email: EMAIL, password: PASSWORD, userAgent: null, address: null }),
    null,
  );
  // Existing holds can be captured; nothing new begins.
  assert.equal((await read(tenant, held.recordId)).status, "Authorization Approved");
  await capture(tenant, held.recordId);
  await capture(tenant, taken.recordId);
  await declineOf(tenant, card, 1, { reasonCode: "14" });
  assert.equal(await outcomeOf(tenant, code), "62");
  assert.equal((await charge(merchant, agreement, { amount: 1 })).body.reasonCode, "R1");
  await assertBooksBalance();
  const { items } = await operator.network.audit.list({ environment: "test", action: "user.erased", limit: 1 });
  assert.equal(items[0]?.actor, `Deleted person ${person.userId}`);
  const shown = await operator.network.members.get({ environment: "test", id: card.memberId });
  assert.equal(shown.name, `Deleted member ${card.memberId}`);
});

test("no hold of an erased member grows, by whatever paid for it; what is held can be captured", async () => {
  const { tenant, card, person } = await livePerson();
  const ofCard = await authorize(tenant, card, 10);
  const ofCodes: string[] = [];
  for (const terms of [{}, { singleUse: false, allowRecurring: true }, { displayHint: "on the phone" }]) {
    const { body } = await redeem(tenant, await createTestCode(tenant, { card, ...terms }), { amount: 10 });
    ofCodes.push(body.recordId ?? "");
  }
  await erasePerson(person, await confirmed(person));
  const outcomes = [];
  for (const id of [ofCard.recordId, ...ofCodes]) {
    const { body } = await call(tenant, incrementAuthorization, { params: { id }, body: { amount: 1 } });
    outcomes.push("reasonCode" in body ? body.reasonCode : body.status);
    await capture(tenant, id);
  }
  assert.deepEqual(outcomes, ["14", "62", "62", "62"]);
  await assertBalance(card.accountId, { postedMinor: 60_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a code that is being made while its member is erased is refused", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const erased = { text: "UPDATE members SET erased_at = now() WHERE id = $1", values: [card.memberId] };
  await whileUncommitted(erased, () =>
    expectError(
      tenant,
      createPaymentCode,
      { body: { member: card.memberId } },
      { status: 400, code: "invalid_reference" },
    ),
  );
  assert.equal(await getPrisma().paymentCode.count({ where: { memberId: card.memberId } }), 0);
});

test("a request begun before an erasure loses its words a little later", async () => {
  const living = await livePerson();
  const { tenant, card, person } = living;
  const { recordId } = await authorize(tenant, card, 10);
  await erasePerson(person, await confirmed(person));
  await queryTestDatabase("UPDATE authorizations SET metadata = $2 WHERE id = $1", [recordId, `{"of":"${MARK}"}`]);
  await queryTestDatabase("UPDATE members SET name = $2 WHERE id = $1", [card.memberId, MARK]);
  assert.deepEqual(await finishErasures({ now: now() }), { finished: 0 });
  const later = new Date(now().getTime() + 11 * 60_000);
  assert.ok((await finishErasures({ now: later })).finished > 0);
  assert.deepEqual(await findStoredText(MARK), []);
  assert.deepEqual(await finishErasures({ now: later }), { finished: 0 });
});

async function createPayer() {
  const tenant = await createTestTenant();
  const { members } = portalOf(await openTestSession((await createTestPerson(tenant, "owner")).user)).tenant;
  const place = { tenant: await slugOf(tenant), environment: "test" } as const;
  const { id } = await members.create({ ...place, key: randomUUID(), name: "Someone" });
  const { id: accountId } = await members.openAccount({ ...place, key: randomUUID(), memberId: id, currency: "USD" });
  const user = await createTestUser({ kind: "member", memberId: MemberId.parse(id) });
  return { tenant, place, members, memberId: MemberId.parse(id), accountId, user };
}

const proofOf = async ({ email, password }: TestUser, agreed: string) => ({
  password,
  code: (await testCodeOf(email)) ?? null,
  agreed,
});

test("of the emails that wait, their own and those of their invitations go, and nobody else’s", async () => {
  // Also of the same moment: neither the address nor the time says whose an email is.
  withFakeClock(new Date().toISOString());
  const tenant = await createTestTenant();
  const [{ user, staff }, second] = [await createTestPerson(tenant, "owner"), await createTestPerson(tenant, "owner")];
  const elsewhere = await createTestPerson(await createTestTenant(), "owner");
  const guest = await createTestUser({ kind: "network_operator" });
  const stranger = `stranger-${user.id}@person.test`.toLowerCase();
  const recipients = [user.email, second.user.email, guest.email, stranger];
  const emails = async () =>
    (await getPrisma().email.findMany({ where: { recipient: { in: recipients } }, orderBy: { id: "asc" } })).map(
      ({ id }) => id,
    );
  for (const { email } of [guest, second.user]) await requestPasswordReset({ now: now() }, { email });
  await invitePerson(elsewhere.staff, { email: guest.email, role: "viewer" });
  const others = await emails();
  assert.equal(others.length, 3);
  for (const email of [guest.email, stranger]) await invitePerson(staff, { email, role: "viewer" });
  await requestPasswordReset({ now: now() }, { email: user.email });
  assert.equal((await emails()).length, 6);
  const caller = await userCaller(user);
  await erasePerson(caller, await proofOf(user, (await previewErasure(caller)).digest));
  assert.deepEqual(await emails(), others);

  const { members } = portalOf(await openTestSession(second.user)).tenant;
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const { id } = await members.create({ ...place, key: randomUUID(), name: "Someone" });
  await members.inviteToWallet({ ...place, key: randomUUID(), id, email: guest.email });
  assert.equal((await emails()).length, 4);
  const operator = await actAsOperator(await userCaller(guest), { environment: "test" });
  const who = { operator, memberId: MemberId.parse(id) };
  await erasePerson(who, await proofOf(guest, (await previewErasure(who)).digest));
  assert.deepEqual(await emails(), others);
});

test("it takes the password, and what was confirmed must be what happens", async () => {
  const { user, members, place, memberId } = await createPayer();
  const caller = await userCaller(user);
  const { digest } = await previewErasure(caller);
  await assert.rejects(erasePerson(caller, { ...(await proofOf(user, digest)), password: "wrong" }), /password/);
  await members.openAccount({ ...place, key: randomUUID(), memberId, currency: "EUR" });
  await assert.rejects(erasePerson(caller, await proofOf(user, digest)), refusedAs("validation_error", /no longer/));
  assert.equal((await getPrisma().user.findUniqueOrThrow({ where: { id: user.id } })).email, user.email);
});

test("debts, the last owner, the last operator, and the public sandbox stand in the way", async () => {
  const { user, accountId } = await createPayer();
  const caller = await userCaller(user);
  await queryTestDatabase("UPDATE accounts SET credit_limit_minor = 100, posted_minor = -1 WHERE id = $1", [accountId]);
  const { digest, obstacles } = await previewErasure(caller);
  assert.match(obstacles.join(), /overdrawn/);
  await assert.rejects(erasePerson(caller, await proofOf(user, digest)), refusedAs("not_permitted", /overdrawn/));
  const { user: owner } = await createTestPerson(await createTestTenant(), "owner");
  assert.match((await previewErasure(await userCaller(owner))).obstacles.join(), /no other owner/);
  await getPrisma().role.deleteMany({ where: { kind: "network_operator" } });
  const last = await createTestUser({ kind: "network_operator" });
  assert.match((await previewErasure(await userCaller(last))).obstacles.join(), /last operator/);
  const shared = await createTestUser({ kind: "member", memberId: (await createPayer()).memberId }, { isShared: true });
  assert.match((await previewErasure(await userCaller(shared))).obstacles.join(), /public sandbox/);
});

test("an operator erases a member by letter, in the environment on view; nothing is issued to it again", async () => {
  // A one-time code is valid for half a minute, however long the test takes.
  withFakeClock(new Date().toISOString());
  const { memberId, members, place, user } = await createPayer();
  const login = await createTestUser({ kind: "network_operator" });
  const caller = await userCaller(login);
  const operator: OperatorCaller = await actAsOperator(caller, { environment: "test" });
  const live = await actAsOperator(caller, { environment: "live" });
  await assert.rejects(previewErasure({ operator: live, memberId }), refusedAs("not_found", /No such member/));
  const { digest } = await previewErasure({ operator, memberId });
  await erasePerson({ operator, memberId }, await proofOf(login, digest));
  assert.equal((await getPrisma().user.findUniqueOrThrow({ where: { id: user.id } })).passwordHash, "");
  await assert.rejects(members.openAccount({ ...place, key: randomUUID(), memberId, currency: "EUR" }), /was deleted/);
  const again = await previewErasure({ operator, memberId });
  assert.match(again.obstacles.join(), /no personal data left/);
  await assert.rejects(
    erasePerson({ operator, memberId }, await proofOf(login, again.digest)),
    /no personal data left/,
  );
});
