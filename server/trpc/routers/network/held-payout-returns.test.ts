import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { openFloat } from "@/server/contracts/rest/onboarding/floats";
import { answerPayout } from "@/server/contracts/rest/sandbox";
import { runInTransaction } from "@/server/db/guarded";
import { getPrisma } from "@/server/db/prisma";
import { bankStatements, importStatement } from "@/server/domain/bank-statements";
import { checkAllBooks, sealBooks } from "@/server/domain/books";
import { eraseMembers } from "@/server/domain/members";
import { listNotifications, notifyPeople } from "@/server/domain/notifications";
import { readReserves } from "@/server/domain/queries";
import { DAY_MS, now } from "@/server/platform/clock";
import { camtOf, createTestOperator, setTestBankAccount } from "@/server/testing/bank-statements";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestUser, openTestSession, portalOf, userCaller } from "@/server/testing/factories/portal";
import { createTestMemberPayout, setTestTerms } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import { finishJobs } from "@/server/testing/long-jobs";

withTestDatabase();

type Environment = "test" | "live";
type Lines = Parameters<typeof camtOf>[0]["lines"];

async function createOperator() {
  const user = await createTestUser({ kind: "network_operator" });
  return { user, portal: portalOf(await openTestSession(user)).network };
}

type Operator = Awaited<ReturnType<typeof createOperator>>;

const banks = new Map<Environment, ReturnType<typeof createTestOperator>>();
function bankOf(environment: Environment) {
  const known = banks.get(environment);
  if (known) return known;
  const made = createTestOperator(environment).then(async (operator) => {
    await setTestBankAccount(operator);
    return operator;
  });
  banks.set(environment, made);
  return made;
}

let statements = 0;

/** A member with 100,000.00 and payouts of it, an operator who says what became of them, and others. */
async function setUp(environment: Environment = "live") {
  const [first, second] = [await createOperator(), await createOperator()];
  const bank = await bankOf(environment);
  const tenant = await createTestTenant({ environment, rateLimitTier: "standard" });
  await setTestTerms(tenant, { currency: "EUR" });
  const card = await createTestCard(tenant, { fundsMinor: 100_000_00n, currency: "EUR" });
  const place = { environment };
  const holds = (postedMinor: bigint) => assertBalance(card.accountId, { postedMinor, heldMinor: 0n });
  const pay = async (amount: number, state: "sent" | "paid") => {
    const { memberPayoutId: id, endToEndId } = await createTestMemberPayout(tenant, card.accountId, amount);
    const data = { state, sentAt: now(), ...(state === "paid" ? { paidAt: now() } : {}) };
    await getPrisma().payout.update({ where: { id }, data });
    return { id, endToEndId };
  };
  const bring = async (lines: Lines) => {
    statements += 1;
    const text = camtOf({
      number: `S${statements}`,
      lines: lines.map((line, at) => ({ ...line, reference: `S${statements}-${at}` })),
    });
    const [statement] = await importStatement({ ...bank, now: now() }, { text, bankAccountId: null }, null);
    await finishJobs(bankStatements);
    const where = { statementId: statement?.id ?? "" };
    return (await getPrisma().bankLine.findMany({ where, orderBy: { position: "asc" } })).map(({ id }) => id);
  };
  const lineOf = async (id: string) => getPrisma().bankLine.findUniqueOrThrow({ where: { id } });
  const stateOf = async (id: string) => (await getPrisma().payout.findUniqueOrThrow({ where: { id } })).state;
  const answer = ({ portal }: Operator, id: string, payoutId: string, key = randomUUID()) =>
    portal.bank.answer({ ...place, key, id, payoutId });
  const assign = ({ portal }: Operator, id: string, accountId: string = card.accountId) =>
    portal.bank.assign({ ...place, key: randomUUID(), id, accountId });
  const fail = ({ portal }: Operator, id: string) => portal.payouts.fail({ ...place, id, reason: "AC04" });
  const decide = ({ portal }: Operator, id = "", isApproved = true) =>
    portal.approvals.decide({ ...place, id, isApproved });
  const shown = async (id: string | undefined) =>
    (await second.portal.approvals.list(place)).find((approval) => approval.id === id);
  return {
    first,
    second,
    bank,
    tenant,
    card,
    place,
    holds,
    pay,
    bring,
    lineOf,
    stateOf,
    answer,
    assign,
    fail,
    decide,
    shown,
  };
}

async function requireSoundBooks() {
  await assertBooksBalance();
  assert.deepEqual((await sealBooks({ now: now() })).unproven, []);
  const { checks } = await checkAllBooks();
  assert.ok(checks.every(({ breaches }) => breaches.length === 0));
}

test("a member who leaves takes the request along; what comes back goes to the tenant’s float", async () => {
  const clock = withFakeClock("2026-11-28T10:00:00.000Z");
  const { first, second, bank, tenant, card, holds, pay, bring, lineOf, stateOf, answer, assign, decide } =
    await setUp();
  const payout = await pay(50_000, "sent");
  const [, early = ""] = await bring([
    { amount: -50_000, text: payout.endToEndId },
    { amount: 50_000, text: "Early" },
  ]);
  const { awaits = "" } = await answer(first, early, payout.id);
  await runInTransaction((db) => eraseMembers(db, { memberIds: [card.memberId], now: now() }));
  assert.equal((await getPrisma().approval.findUniqueOrThrow({ where: { id: awaits } })).reference, "");
  await assert.rejects(decide(second, awaits), /has expired/);
  await assert.rejects(answer(first, early, payout.id), /The member has left: assign the money to the tenant’s float/);

  const [named = ""] = await bring([{ amount: 50_000, text: payout.endToEndId }]);
  const { state, note } = await lineOf(named);
  assert.deepEqual([state, note], ["unassigned", "The member has left: assign the money to the tenant’s float."]);
  assert.equal(await stateOf(payout.id), "paid");
  await approveTestTenant(tenant);
  const { id: floatId } = (await call(tenant, openFloat, { body: { currency: "EUR" } })).body;
  const held = await assign(first, named, floatId);
  await decide(second, held.awaits);
  assert.deepEqual([(await lineOf(named)).state, (await lineOf(named)).accountId], ["funded", floatId]);
  await holds(50_000_00n);
  clock.advance(DAY_MS);
  const [euros] = await readReserves({ ...bank, now: now() }, { asOf: null });
  assert.deepEqual([euros?.currency, euros?.floats, euros?.unexplained], ["EUR", 50_000_00n, 0n]);
  await requireSoundBooks();
});

test("money of a stranger called a large payout that came back waits, and is given back once by another operator", async () => {
  const { first, second, card, place, holds, pay, bring, lineOf, stateOf, answer, assign, fail, decide, shown } =
    await setUp();
  const third = await createOperator();
  const payout = await pay(50_000, "paid");
  const [line = "", other = ""] = await bring([
    { amount: 50_000, text: "Stranger" },
    { amount: 50_000, text: "Another" },
  ]);
  const key = randomUUID();
  const asked = await answer(first, line, payout.id, key);
  assert.deepEqual([asked.state, typeof asked.awaits], ["waiting", "string"]);
  assert.deepEqual(await answer(first, line, payout.id, key), asked);
  assert.deepEqual(await answer(first, line, payout.id), asked, "one request");
  assert.deepEqual(await answer(second, line, payout.id), asked, "whoever asks");
  await assert.rejects(answer(first, other, payout.id), /This payout waits to be given back/);
  await assert.rejects(assign(first, line), /This line waits as a payout that came back/);
  await assert.rejects(fail(first, payout.id), /while it is paid/);
  await holds(50_000_00n);
  const { items } = await first.portal.bankLines.list({ ...place, state: "unassigned" });
  assert.deepEqual(
    [line, other].map((id) => items.find((one) => one.id === id)?.isAsked),
    [true, false],
  );
  const listed = await shown(asked.awaits);
  assert.deepEqual(
    [listed?.payoutId, listed?.money, listed?.name, listed?.reference, listed?.state],
    [payout.id, { amount: 50_000, currency: "EUR" }, "Test Member", "Stranger", "waiting"],
  );
  assert.equal((await first.portal.payouts.get({ ...place, id: payout.id })).isAsked, true);
  // A build from before such requests throws where a request for money names no account.
  assert.equal((await getPrisma().approval.findUniqueOrThrow({ where: { id: asked.awaits ?? "" } })).accountId, null);
  await notifyPeople({ now: now() });
  const news = await listNotifications(await userCaller(second.user), { limit: 10 });
  assert.match(news.items[0]?.text ?? "", /asks to give a live payout of .+ back to the account it left/);

  await assert.rejects(decide(first, asked.awaits), /Another operator/);
  const both = await Promise.allSettled([second, third, second, third].map((one) => decide(one, asked.awaits)));
  assert.equal(both.filter(({ status }) => status === "fulfilled").length, 1);
  await holds(100_000_00n);
  assert.deepEqual([await stateOf(payout.id), (await lineOf(line)).state], ["returned", "payout"]);
  assert.deepEqual(await answer(first, line, payout.id, key), asked, "a repeat is told what happened");
  await assert.rejects(answer(first, line, payout.id), /payout already/);
  const audited = await getPrisma().auditRecord.findFirstOrThrow({
    where: { action: "payout.returned", subjectId: card.accountId },
  });
  const { askedBy, amount, currency } = audited.details as Record<string, unknown>;
  assert.deepEqual([askedBy, amount, currency], [first.user.id, 50_000, "EUR"]);
  await requireSoundBooks();
});

test("a large payout that the bank is said to have refused waits, and fails with another operator", async () => {
  const { first, second, place, holds, pay, bring, stateOf, answer, fail, decide, shown } = await setUp();
  const payout = await pay(50_000, "sent");
  const [back = "", left = ""] = await bring([
    { amount: 50_000, text: "Stranger" },
    { amount: -50_000, text: "Collective" },
  ]);
  const { awaits } = await fail(first, payout.id);
  assert.ok(awaits);
  assert.deepEqual(await fail(second, payout.id), { awaits }, "one request, whoever asks");
  for (const line of [back, left]) {
    await assert.rejects(answer(first, line, payout.id), /This payout waits to be given back/);
  }
  assert.deepEqual([(await shown(awaits))?.payoutId, (await shown(awaits))?.reference], [payout.id, "AC04"]);
  await holds(50_000_00n);
  await decide(second, awaits);
  assert.equal(await stateOf(payout.id), "failed");
  await holds(100_000_00n);
  const page = await first.portal.payouts.get({ ...place, id: payout.id });
  assert.deepEqual([page.returnReason, page.isAsked, page.answeredBy], ["AC04", false, second.user.email]);
  await assert.rejects(fail(first, payout.id), /while it is failed/);
  await requireSoundBooks();
});

test("what is rejected or expired leaves all as it was, and can be asked for or done otherwise", async () => {
  const { first, second, place, holds, pay, bring, lineOf, stateOf, answer, assign, fail, decide } = await setUp();
  const payout = await pay(20_000, "sent");
  const [line = ""] = await bring([{ amount: 20_000, text: "Stranger" }]);
  const { awaits } = await fail(first, payout.id);
  await decide(second, awaits, false);
  assert.equal((await first.portal.payouts.get({ ...place, id: payout.id })).isAsked, false);
  const asked = await answer(first, line, payout.id);
  await getPrisma().approval.update({ where: { id: asked.awaits ?? "" }, data: { expiresAt: now() } });
  await assert.rejects(decide(second, asked.awaits), /has expired/);
  assert.deepEqual([await stateOf(payout.id), (await lineOf(line)).state], ["sent", "unassigned"]);
  const assigned = await assign(first, line);
  assert.ok(assigned.awaits);
  await assert.rejects(answer(first, line, payout.id), /This line waits to be assigned/);
  await decide(second, assigned.awaits, false);
  await holds(80_000_00n);
  assert.ok((await answer(second, line, payout.id)).awaits, "it can be asked for again");
});

test("fundings, returns, and refusals of a day add up for one operator, and statements don’t count", async () => {
  const { first, second, holds, pay, bring, answer, assign, fail, decide } = await setUp();
  const [one, two, three, four] = [
    await pay(4_000, "paid"),
    await pay(4_000, "sent"),
    await pay(3_000, "sent"),
    await pay(9_000, "paid"),
  ];
  await holds(80_000_00n);
  const [line = "", , small = ""] = await bring([
    { amount: 4_000, text: "Stranger" },
    { amount: 9_000, text: four.endToEndId },
    { amount: 2_500, text: "Someone" },
  ]);
  await holds(89_000_00n);
  assert.equal((await answer(first, line, one.id)).state, "returned");
  assert.deepEqual(await fail(first, two.id), {});
  await holds(97_000_00n);
  const { awaits } = await fail(first, three.id);
  assert.ok(awaits, "4,000 + 4,000 + 3,000");
  const assigned = await assign(first, small);
  assert.ok(assigned.awaits, "a funding counts with them");
  await decide(second, awaits);
  await decide(second, assigned.awaits);
  await holds(102_500_00n);
  assert.deepEqual(await fail(second, (await pay(10_000, "sent")).id), {}, "to approve counts for nobody");
  await assertBooksBalance();
});

test("of acts at once of one operator only those within the limit give money back", async () => {
  const { first, holds, pay, fail } = await setUp();
  const payouts = [
    await pay(4_000, "sent"),
    await pay(4_000, "sent"),
    await pay(4_000, "sent"),
    await pay(4_000, "sent"),
  ];
  const said = await Promise.all([...payouts, ...payouts].map(({ id }) => fail(first, id).catch(() => null)));
  assert.equal(new Set(said.flatMap((one) => one?.awaits ?? [])).size, 2);
  await holds(92_000_00n);
});

test("a statement that names the payout meanwhile wins, and nothing is given back twice", async () => {
  const { first, second, holds, pay, bring, lineOf, stateOf, answer, fail, decide } = await setUp();
  const [came, went] = [await pay(20_000, "paid"), await pay(30_000, "sent")];
  const [stranger = ""] = await bring([{ amount: 20_000, text: "Stranger" }]);
  const { awaits: ofLine } = await answer(first, stranger, came.id);
  const { awaits: ofPayout } = await fail(first, went.id);
  await bring([
    { amount: 20_000, text: came.endToEndId },
    { amount: -30_000, text: went.endToEndId },
  ]);
  assert.deepEqual([await stateOf(came.id), await stateOf(went.id)], ["returned", "paid"]);
  await assert.rejects(decide(second, ofLine), /The payout is returned already/);
  await assert.rejects(decide(second, ofPayout), /can’t fail while it is paid/);
  assert.equal((await lineOf(stranger)).state, "unassigned");
  await holds(70_000_00n);
  for (const id of [ofLine, ofPayout]) await decide(second, id, false);
  await assertBooksBalance();
});

test("in test nothing waits, and the played bank gives nothing to a member who has left", async () => {
  const { first, tenant, card, holds, pay, bring, stateOf, answer, fail } = await setUp("test");
  const [sent, paid, left] = [await pay(20_000, "sent"), await pay(20_000, "paid"), await pay(5, "paid")];
  const [line = ""] = await bring([{ amount: 20_000, text: "Stranger" }]);
  assert.deepEqual(await fail(first, sent.id), {});
  assert.equal((await answer(first, line, paid.id)).state, "returned");
  await holds(99_995_00n);
  await runInTransaction((db) => eraseMembers(db, { memberIds: [card.memberId], now: now() }));
  const played = { params: { id: left.id }, body: { outcome: "returned" as const } };
  const error = await expectError(tenant, answerPayout, played, { status: 409, code: "payout_answered" });
  assert.match(JSON.stringify(error), /The member has left/);
  assert.equal(await stateOf(left.id), "paid");
  const again = { params: { id: paid.id }, body: { outcome: "returned" as const } };
  await expectError(tenant, answerPayout, again, { status: 409, code: "payout_answered" });
  const paidAgain = { ...played, body: { outcome: "paid" as const } };
  await expectError(tenant, answerPayout, paidAgain, { status: 409, code: "payout_answered" });
});

test("what comes back while its member is leaving waits for them, and then for an operator", async () => {
  const { card, holds, pay, bring, lineOf, stateOf } = await setUp();
  const payout = await pay(5, "paid");
  const leaves = { text: "UPDATE members SET erased_at = now() WHERE id = $1", values: [card.memberId] };
  const [line = ""] = await whileUncommitted(leaves, () => bring([{ amount: 5, text: payout.endToEndId }]));
  assert.deepEqual([await stateOf(payout.id), (await lineOf(line)).state], ["paid", "unassigned"]);
  await holds(99_995_00n);
});
