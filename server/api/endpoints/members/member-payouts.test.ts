import assert from "node:assert/strict";
import { test } from "node:test";
import { createFunding } from "@/server/contracts/rest/onboarding/fundings";
import * as contracts from "@/server/contracts/rest/onboarding/member-payouts";
import { answerPayout } from "@/server/contracts/rest/sandbox";
import { getPrisma } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { checkAllBooks, sealBooks } from "@/server/domain/books";
import type { Environment } from "@/server/domain/caller";
import { getBalance } from "@/server/domain/ledger";
import { notifyPeople } from "@/server/domain/notifications";
import { arePayoutsUnderWay, erasePayoutAccounts, payMember } from "@/server/domain/payouts";
import { listOwnPayouts } from "@/server/domain/queries";
import { now } from "@/server/platform/clock";
import { readAmount } from "@/server/platform/money";
import { AccountId } from "@/server/platform/noun-ids";
import { assertBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser } from "@/server/testing/factories/portal";
import { createTestMemberPayout, setTestTerms } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const IBAN = "DE02120300000000202051";
const INVALID = { status: 400, code: "validation_error" } as const;

/** A member with 100.00 in a currency with terms of its own, since terms are the network's. */
async function setUp(
  terms: Parameters<typeof setTestTerms>[1] & { readonly currency: "USD" | "EUR" | "GBP" | "CHF" },
  environment: Environment = "test",
) {
  const tenant = await createTestTenant({ environment });
  await setTestTerms(tenant, terms);
  const card = await createTestCard(tenant, {
    currency: terms.currency,
    fundsMinor: 100_00n,
    creditLimitMinor: 50_00n,
  });
  const body = (amount?: number) => ({
    account: card.accountId,
    country: "DE",
    accountNumber: IBAN,
    ...(amount === undefined ? {} : { amount }),
  });
  const answer = async (id: string, outcome: "paid" | "returned") =>
    (await call(tenant, answerPayout, { params: { id }, body: { outcome, reason: "AC04" } })).body;
  const feesOf = async (tenantId: string | null) => {
    const where = { kind: "fees" as const, tenantId, currency: terms.currency, environment: "test" as const };
    const account = await getPrisma().account.findFirst({ where });
    return account ? (await getBalance(AccountId.parse(account.id))).postedMinor : 0n;
  };
  return { tenant, card, body, answer, feesOf };
}

async function requireSoundBooks() {
  assert.deepEqual((await sealBooks({ now: now() })).unproven, []);
  const { checks } = await checkAllBooks();
  assert.ok(checks.every(({ breaches }) => breaches.length === 0));
}

test("a fee that isn’t the one that was shown is refused, and moves nothing", async () => {
  const { tenant, card } = await setUp({ currency: "USD", smallest: 5, fee: 1.5 });
  const ask = async (shownFee: number | null) => {
    const bank = { country: "DE", accountNumber: IBAN, bankCode: null };
    const member = memberCaller(tenant, card);
    return payMember(member, { accountId: card.accountId, amount: readAmount(10), shownFee, ...bank }, null);
  };
  await assert.rejects(ask(0), /The fee is 1.50 USD now/);
  await assert.rejects(ask(1.49), /The fee is 1.50 USD now/);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 0n });
  await ask(1.5);
  await assertBalance(card.accountId, { postedMinor: 88_50n, heldMinor: 0n });
});

test("a member has three payouts on their way at the tenant’s cost, the tenant itself any number", async () => {
  const { tenant, card, body, answer } = await setUp({ currency: "USD", smallest: 1, fee: 0.5, feePayer: "tenant" });
  const ask = async () => {
    const bank = { country: "DE", accountNumber: IBAN, bankCode: null };
    const member = memberCaller(tenant, card);
    return payMember(member, { accountId: card.accountId, amount: readAmount(1), shownFee: 0, ...bank }, null);
  };
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(ask));
  const [paid] = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 3);
  await assert.rejects(ask(), /3 payouts of this account are on their way/);
  const byTenant = await call(tenant, contracts.createMemberPayout, { body: body(1), idempotencyKey: "fourth" });
  assert.equal(byTenant.status, 201);
  await answer(byTenant.body?.id ?? "", "paid");
  await answer(paid?.id ?? "", "paid");
  await ask();
  await requireSoundBooks();
});

for (const [environment, emails] of [
  ["live", 12],
  ["test", 3],
] as const) {
  test(`of twelve payouts in ${environment}, a member gets ${emails} emails that they were asked for`, async () => {
    const { tenant, card, body } = await setUp({ currency: "GBP", smallest: 1 }, environment);
    const { id, email } = await createTestUser({ kind: "member", memberId: card.memberId });
    for (let payouts = 1; payouts <= 12; payouts += 1) {
      assert.equal((await call(tenant, contracts.createMemberPayout, { body: body(payouts) })).status, 201);
    }
    await notifyPeople({ now: now() });
    const { notification, email: emailTable } = getPrisma();
    assert.deepEqual(
      [await notification.count({ where: { userId: id } }), await emailTable.count({ where: { recipient: email } })],
      [12, emails],
    );
  });
}

test("a member is paid out once, plus the fee; a returned payout is credited without the fee", async () => {
  const { tenant, card, body, answer, feesOf } = await setUp({ currency: "USD", smallest: 5, fee: 1.5 });
  const before = await feesOf(null);
  const options = { body: body(20), idempotencyKey: "out-1" };
  const twins = await Promise.all([1, 2, 3].map(() => call(tenant, contracts.createMemberPayout, options)));
  assert.equal(new Set(twins.map(({ text }) => text)).size, 1);
  assert.deepEqual(twins.map(({ status }) => status).sort(), [200, 200, 201]);
  const paid = twins[0]?.body;
  assert.ok(paid);
  assert.deepEqual(
    [paid.amount, paid.fee, paid.status, paid.last4, paid.member],
    [20, 1.5, "pending", "2051", card.memberId],
  );
  await assertBalance(card.accountId, { postedMinor: 78_50n, heldMinor: 0n });
  assert.equal((await feesOf(null)) - before, 1_50n);
  assert.deepEqual(await findStoredText(IBAN), []);
  assert.equal((await answer(paid.id, "paid")).status, "paid");
  assert.equal((await answer(paid.id, "returned")).status, "returned");
  const again = { params: { id: paid.id }, body: { outcome: "paid" as const } };
  await expectError(tenant, answerPayout, again, { status: 409, code: "payout_answered" });
  await assertBalance(card.accountId, { postedMinor: 98_50n, heldMinor: 0n });
  const events = await getPrisma().event.findMany({ where: { subjectId: paid.id }, orderBy: { sequence: "asc" } });
  assert.deepEqual(
    events.map(({ type }) => type),
    ["member_payout.created", "member_payout.sent", "member_payout.paid", "member_payout.returned"],
  );
  const person = await createTestUser({ kind: "member", memberId: card.memberId });
  for (let round = 1; round <= 2; round += 1) await notifyPeople({ now: now() });
  const told = await getPrisma().notification.findMany({ where: { userId: person.id } });
  assert.deepEqual(told.map(({ title }) => title).sort(), [
    "Your money is on its way to your bank",
    "Your payout came back",
    "Your payout was paid",
  ]);
  const { data } = (await call(tenant, contracts.listMemberPayouts, { query: { status: "returned" } })).body;
  assert.deepEqual(
    data.map(({ id, returnReason }) => [id, returnReason]),
    [[paid.id, "AC04"]],
  );
  const none = (await call(tenant, contracts.listMemberPayouts, { query: { status: "failed" } })).body;
  assert.deepEqual(none.data, []);
  await requireSoundBooks();
});

test("without an amount all goes but what is held, and no credit; a tenant’s fee comes from its own", async () => {
  const { tenant, card, body, feesOf } = await setUp({ currency: "EUR", fee: 2, feePayer: "tenant" });
  await authorize(tenant, card, 30, { currency: "EUR" });
  await expectError(tenant, contracts.createMemberPayout, { body: body(70.01) }, INVALID);
  const [all] = [await createTestMemberPayout(tenant, card.accountId)];
  assert.deepEqual([all.amount, all.fee], [70, 2]);
  const feeShown = async () => (await listOwnPayouts(memberCaller(tenant, card))).map(({ feeMinor }) => feeMinor);
  assert.deepEqual(await feeShown(), [0n], "the member reads of no fee that another paid");
  await assertBalance(card.accountId, { postedMinor: 30_00n, heldMinor: 30_00n });
  assert.equal(await feesOf(tenant.id), -2_00n);
  await expectError(tenant, contracts.createMemberPayout, { body: body() }, INVALID);
  await setTestTerms(tenant, { currency: "EUR", fee: 1, feePayer: "member" });
  const money = { account: card.accountId, amount: 20, bankReference: "More" };
  await call(tenant, createFunding, { body: money });
  await createTestMemberPayout(tenant, card.accountId, 5);
  assert.deepEqual(await feeShown(), [1_00n, 0n]);
  await requireSoundBooks();
});

test("of payouts at once no more leaves than there is", async () => {
  const { tenant, card, body } = await setUp({ currency: "GBP" });
  const asked = Array.from({ length: 6 }, () => call(tenant, contracts.createMemberPayout, { body: body(30) }));
  const statuses = (await Promise.allSettled(asked)).map((one) => (one.status === "fulfilled" ? one.value.status : 0));
  assert.equal(statuses.filter((status) => status === 201).length, 3);
  await assertBalance(card.accountId, { postedMinor: 10_00n, heldMinor: 0n });
  await requireSoundBooks();
});

test("nothing goes below the smallest amount, without terms, to a mistyped IBAN, or by another’s key", async () => {
  const { tenant, card, body } = await setUp({ currency: "CHF", smallest: 10 });
  const refused = async (asked: object, error: Parameters<typeof expectError>[3]) =>
    expectError(tenant, contracts.createMemberPayout, { body: { ...body(20), ...asked } }, error);
  await refused({ amount: 9.99 }, INVALID);
  await refused({ accountNumber: "DE02120300000000202052" }, INVALID);
  await refused({ country: "FR" }, INVALID);
  const other = await createTestCard(tenant, { currency: "JPY", fundsMinor: 500n });
  await refused({ account: other.accountId, amount: 100 }, { status: 403, code: "not_permitted" });
  const unknown = { status: 400, code: "invalid_reference" } as const;
  for (const caller of [await createTestTenant(), await createTestKey(tenant, { environment: "live" })]) {
    await expectError(caller, contracts.createMemberPayout, { body: body(20) }, unknown);
  }
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 0n });
});

test("a person with money on its way can’t be erased; once erased, no payout names an account", async () => {
  const { tenant, card, answer } = await setUp({ currency: "USD" });
  const { id } = await createTestMemberPayout(tenant, card.accountId, 10);
  const isUnderWay = () => inPrismaTransaction((db) => arePayoutsUnderWay(db, [card.memberId]));
  assert.equal(await isUnderWay(), true);
  await answer(id, "paid");
  assert.equal(await isUnderWay(), false);
  await inPrismaTransaction((db) => erasePayoutAccounts(db, [card.memberId]));
  const { sealedAccount, last4 } = await getPrisma().payout.findUniqueOrThrow({ where: { id } });
  assert.deepEqual([sealedAccount, last4], [null, null]);
});
