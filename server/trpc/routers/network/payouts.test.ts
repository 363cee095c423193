import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { test } from "node:test";
import { setPayoutAccount } from "@/server/contracts/rest/onboarding/merchants";
import { listBalances, listBalanceTransactions } from "@/server/contracts/rest/reading-back/balances";
import { listMerchantPayouts } from "@/server/contracts/rest/reading-back/merchant-records";
import { getBatch, getPayout, listPayouts } from "@/server/contracts/rest/reading-back/settlement";
import { getPrisma } from "@/server/db/prisma";
import { setBankAccount } from "@/server/domain/bank";
import { checkAllBooks, sealBooks } from "@/server/domain/books";
import type { Environment, NetworkCaller, OperatorCaller } from "@/server/domain/caller";
import { answerPayout, openPaymentFile } from "@/server/domain/payouts";
import { settleNow } from "@/server/domain/settlement";
import { publishing } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, outcomeOf, portalOf, userCaller } from "@/server/testing/factories/portal";
import { merchantBalance } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const IBAN = "DE02120300000000202051";
const NOWHERE = "3Fq8rTBhLm5QdXc7K";

testOperatorAuthority("payouts", {
  "network.payouts.list": { call: (portal, place) => portal.network.payouts.list(place), others: null },
  "network.payouts.due": { call: (portal, place) => portal.network.payouts.due(place), others: null },
  "network.payouts.files": { call: (portal, place) => portal.network.payouts.files(place), others: null },
  "network.payouts.terms": { call: (portal, place) => portal.network.payouts.terms(place), others: null },
  "network.payouts.setTerms": {
    call: (portal, place) =>
      portal.network.payouts.setTerms({ ...place, currency: "SEK", smallest: 10, fee: 1, feePayer: "member" }),
    others: null,
  },
  "network.payouts.get": {
    call: (portal, place) => portal.network.payouts.get({ ...place, id: NOWHERE }),
    others: "payout_not_found",
    outcome: "payout_not_found",
  },
  "network.payouts.makeFile": {
    call: (portal, place) => portal.network.payouts.makeFile({ ...place, ...fileOf("2026-01-01", "EUR", 1, 5) }),
    others: null,
    outcome: "validation_error",
  },
  "network.payouts.sendFile": {
    call: (portal, place) => portal.network.payouts.sendFile({ ...place, id: NOWHERE }),
    others: "not_found",
    outcome: "not_found",
  },
  "network.payouts.takeFileBack": {
    call: (portal, place) => portal.network.payouts.takeFileBack({ ...place, id: NOWHERE }),
    others: "not_found",
    outcome: "not_found",
  },
  "network.payouts.fail": {
    call: (portal, place) => portal.network.payouts.fail({ ...place, id: NOWHERE, reason: "AC04" }),
    others: "payout_not_found",
    outcome: "payout_not_found",
  },
  "network.payouts.showAccount": {
    call: (portal, place) => portal.network.payouts.showAccount({ ...place, id: NOWHERE, reason: "audit" }),
    others: "payout_not_found",
    outcome: "payout_not_found",
  },
});

function fileOf(day: string, currency: string, payoutCount: number, sum: number) {
  const format = currency === "EUR" ? ("pain_001" as const) : ("csv" as const);
  return { key: randomUUID(), day, currency, format, executesOn: "2099-01-01", payoutCount, sum };
}

/** An operator, and merchants with a payout of a day of their own. */
async function setUp(at: string, { environment = "test" as Environment, currency = "EUR" as "EUR" | "USD" } = {}) {
  const clock = withFakeClock(`${at}T10:00:00.000Z`);
  const operator = await createTestUser({ kind: "network_operator" });
  const portal = portalOf(await openTestSession(operator));
  const { userId, email } = await userCaller(operator);
  const caller = (): OperatorCaller => ({
    kind: "operator",
    userId,
    email,
    isShared: false,
    environment,
    now: now(),
    requestId: newRecordId(now()),
  });
  /** As it is read. */
  const statement = (): NetworkCaller => ({ kind: "network", environment, now: now(), requestId: newRecordId(now()) });
  const number =
    currency === "EUR"
      ? { country: "DE", accountNumber: "DE89370400440532013000" }
      : { country: "US", accountNumber: "000123456789" };
  const own = { currency, holder: "Closed Loop Trust", bankCode: null, bankName: "Bank", ...number };
  await setBankAccount(caller(), own, null);
  const tenant = await createTestTenant({ environment });
  const sell = async (merchant: TestMerchant, amount: number) => {
    await createTestSale(merchant, { card: await createTestCard(tenant, { currency }), currency, amount });
  };
  const settle = async () => {
    clock.advance(1_000);
    return settleNow({ ...tenantCaller(tenant), now: now() }, { merchantId: null, request: null });
  };
  const place = { environment };
  const payoutOf = async (id: string) => (await call(tenant, getPayout, { params: { id } })).body;
  const answer = (endToEndId: string, amountMinor: bigint, back?: { readonly reason: string | null }) =>
    publishing((db, publish) =>
      answerPayout({ db, publish }, statement(), {
        payout: { endToEndId },
        currency,
        amountMinor,
        isReturn: back !== undefined,
        reason: back?.reason ?? null,
      }),
    );
  const eventsOf = async (subjectId: string) => {
    const events = await getPrisma().event.findMany({ where: { subjectId }, orderBy: { sequence: "asc" } });
    return events.map(({ type, sequence }) => `${sequence} ${type}`);
  };
  return { clock, portal, caller, tenant, sell, settle, place, payoutOf, answer, eventsOf, day: at };
}

async function createPaid(tenant: TestTenant, accountNumber = IBAN) {
  const merchant = await createTestMerchant(tenant);
  const body = { holder: "Canteen Ltd", country: accountNumber.slice(0, 2), accountNumber };
  await call(tenant, setPayoutAccount, { params: { id: merchant.id }, body });
  return merchant;
}

test("a payout goes from its batch into a file, to the bank, and to the merchant, each step told", async () => {
  const { portal, caller, tenant, sell, settle, place, payoutOf, answer, eventsOf, day, clock } =
    await setUp("2026-03-02");
  const shop = await createPaid(tenant);
  await sell(shop, 12.5);
  const [batch] = await settle();
  const id = batch?.payoutPostingId ?? "";
  assert.deepEqual([(await payoutOf(id)).status, (await payoutOf(id)).last4], ["pending", null]);
  assert.equal((await call(tenant, getBatch, { params: { id: batch?.id ?? "" } })).body.payoutStatus, "pending");
  const due = (await portal.network.payouts.due(place)).filter((group) => group.day === day);
  assert.deepEqual(due, [{ currency: "EUR", day, format: "pain_001", payoutCount: 1, sum: 12.5 }]);

  const typed = { ...place, ...fileOf(day, "EUR", 1, 12.5) };
  await assert.rejects(portal.network.payouts.makeFile({ ...typed, key: randomUUID(), sum: 12 }), /changed meanwhile/);
  const made = await Promise.all([1, 2, 3].map(() => portal.network.payouts.makeFile(typed)));
  assert.equal(new Set(made.map((file) => file.id)).size, 1);
  const fileId = made[0]?.id ?? "";
  const file = await openPaymentFile(caller(), { id: fileId });
  const { endToEndId, ...exported } = await payoutOf(id);
  assert.deepEqual([exported.status, exported.last4], ["exported", "2051"]);
  assert.ok(file.text.includes(IBAN) && file.text.includes(`<EndToEndId>${endToEndId}</EndToEndId>`));
  const [listed] = (await portal.network.payouts.files(place)).filter((one) => one.id === fileId);
  assert.equal(listed?.digest, createHash("sha256").update(file.text).digest("hex"));
  for (const text of [IBAN, "Canteen Ltd"]) assert.deepEqual(await findStoredText(text), [], text);
  const inBalance = (await call(tenant, listBalances, { query: { merchant: shop.id } })).body.data[0];
  assert.deepEqual([inBalance?.balance, inBalance?.inTransit], [0, 12.5]);

  clock.advance(1_000);
  await portal.network.payouts.sendFile({ ...place, id: fileId });
  await portal.network.payouts.sendFile({ ...place, id: fileId });
  await assert.rejects(portal.network.payouts.takeFileBack({ ...place, id: fileId }), /was sent/);
  clock.advance(4 * 86_400_000);
  const unanswered = await portal.network.payouts.list({ ...place, state: "unanswered" });
  assert.deepEqual(
    unanswered.items.map((one) => one.id),
    [id],
  );
  assert.deepEqual(await answer(endToEndId, 12_51n), {
    is: "other",
    payoutId: id,
    because: "The payout has another amount.",
  });
  assert.deepEqual(await answer("PNOWHERE", 12_50n), { is: "unknown" });
  assert.deepEqual(await answer(endToEndId.toLowerCase(), 12_50n), {
    is: "answered",
    payoutId: id,
    endToEndId,
    state: "paid",
    postingId: null,
  });
  assert.equal((await answer(endToEndId, 12_50n)).is, "other");
  const { status, sentAt, paidAt } = await payoutOf(id);
  assert.deepEqual([status, sentAt, paidAt], ["paid", "2026-03-02T10:00:02.000Z", "2026-03-06T10:00:02.000Z"]);
  assert.deepEqual(await eventsOf(id), ["1 payout.created", "2 payout.sent", "3 payout.paid"]);
  const page = await portal.network.payouts.get({ ...place, id });
  assert.deepEqual([page.exportedBy, page.sentBy, page.answeredBy], [caller().email, caller().email, null]);
  await assertBooksBalance();
});

test("a returned payout is the merchant’s again and is paid once, in the next batch", async () => {
  const { portal, tenant, sell, settle, place, payoutOf, answer, eventsOf, day, clock } = await setUp("2026-03-09");
  const shop = await createPaid(tenant);
  await sell(shop, 12.5);
  const [batch] = await settle();
  const id = batch?.payoutPostingId ?? "";
  const { id: fileId } = await portal.network.payouts.makeFile({ ...place, ...fileOf(day, "EUR", 1, 12.5) });
  await portal.network.payouts.sendFile({ ...place, id: fileId });
  const { endToEndId } = await payoutOf(id);
  clock.advance(1_000);
  await answer(endToEndId, 12_50n);
  clock.advance(1_000);
  const returned = await answer(endToEndId, 12_50n, { reason: "AC04" });
  assert.ok(returned.is === "answered" && returned.postingId !== null);
  assert.equal((await answer(endToEndId, 12_50n, { reason: "AC04" })).is, "other");
  assert.equal(await merchantBalance(shop, "EUR"), 12_50n);
  const { status, returnReason, repaidIn } = await payoutOf(id);
  assert.deepEqual([status, returnReason, repaidIn], ["returned", "AC04", null]);
  const entries = (await call(tenant, listBalanceTransactions, { query: { merchant: shop.id, currency: "EUR" } })).body;
  assert.deepEqual(
    entries.data.map(({ kind, amount, balance, payoutId }) => [kind, amount, balance, payoutId]),
    [
      ["payout_return", 12.5, 12.5, id],
      ["payout", -12.5, 0, id],
      ["capture", 12.5, 12.5, null],
    ],
  );
  await assertBooksBalance();

  await sell(shop, 7.5);
  const [next] = await settle();
  assert.deepEqual([next?.carriedInMinor, next?.payoutMinor], [12_50n, 20_00n]);
  assert.equal((await payoutOf(id)).repaidIn, next?.id);
  assert.deepEqual(await settle(), []);
  assert.equal(await merchantBalance(shop, "EUR"), 0n);
  assert.deepEqual(await eventsOf(id), ["1 payout.created", "2 payout.sent", "3 payout.paid", "4 payout.returned"]);
  const { data } = (await call(shop, listMerchantPayouts, { body: { status: "returned" } })).body;
  assert.deepEqual(
    data.map((payout) => payout.id),
    [id],
  );
  const pending = (await call(tenant, listPayouts, { query: { status: "pending" } })).body.data;
  assert.deepEqual(
    pending.map(({ amount, carriedIn }) => [amount, carriedIn]),
    [[20, 12.5]],
  );
  assert.deepEqual((await sealBooks({ now: now() })).unproven, []);
  const { checks } = await checkAllBooks();
  assert.ok(checks.every(({ breaches }) => breaches.length === 0));
});

test("a returned payout settles in a batch of its own if need be, less what the merchant owes", async () => {
  const { portal, tenant, sell, settle, place, payoutOf, answer, day } = await setUp("2026-03-16");
  const shop = await createPaid(tenant);
  await sell(shop, 30);
  const [batch] = await settle();
  const id = batch?.payoutPostingId ?? "";
  const { id: fileId } = await portal.network.payouts.makeFile({ ...place, ...fileOf(day, "EUR", 1, 30) });
  // The bank could still be given the file.
  await assert.rejects(portal.network.payouts.fail({ ...place, id, reason: "AC01" }), /while it is exported/);
  await portal.network.payouts.sendFile({ ...place, id: fileId });
  await portal.network.payouts.fail({ ...place, id, reason: "AC01" });
  await assert.rejects(portal.network.payouts.fail({ ...place, id, reason: "AC01" }), /while it is failed/);
  assert.equal((await answer((await payoutOf(id)).endToEndId, 30_00n)).is, "other");
  const [next, ...others] = await settle();
  assert.deepEqual(
    [next?.captureCount, next?.carriedInMinor, next?.payoutMinor, others.length],
    [0, 30_00n, 30_00n, 0],
  );
  await assertBooksBalance();
});

test("a payment file not yet sent is taken back whole, shares no payout, and needs a bank account", async () => {
  const { portal, tenant, sell, settle, place, payoutOf, day } = await setUp("2026-03-23", { currency: "USD" });
  const [shop, other] = [await createPaid(tenant), await createTestMerchant(tenant)];
  for (const [merchant, amount] of [
    [shop, 5],
    [other, 6],
  ] as const)
    await sell(merchant, amount);
  const batches = await settle();
  const due = async () => (await portal.network.payouts.due(place)).filter((group) => group.day === day);
  const group = { currency: "USD", day, payoutCount: 1 };
  assert.deepEqual(await due(), [
    { ...group, format: "csv", sum: 5 },
    { ...group, format: null, sum: 6 },
  ]);
  const typed = () => ({ ...place, ...fileOf(day, "USD", 1, 5) });
  await assert.rejects(portal.network.payouts.makeFile({ ...typed(), format: "pain_001" }), /changed meanwhile/);
  const both = await Promise.allSettled([1, 2].map(() => portal.network.payouts.makeFile(typed())));
  const made = both.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
  assert.equal(made.length, 1);
  const id = batches.find(({ merchantId }) => merchantId === shop.id)?.payoutPostingId ?? "";
  assert.equal((await payoutOf(id)).status, "exported");
  await portal.network.payouts.takeFileBack({ ...place, id: made[0] ?? "" });
  await assert.rejects(portal.network.payouts.takeFileBack({ ...place, id: made[0] ?? "" }), /taken back/);
  await assert.rejects(portal.network.payouts.sendFile({ ...place, id: made[0] ?? "" }), /taken back/);
  assert.deepEqual([(await payoutOf(id)).status, (await payoutOf(id)).last4], ["pending", null]);
  const { id: again } = await portal.network.payouts.makeFile(typed());
  assert.notEqual(again, made[0]);
  const listed = (await portal.network.payouts.files(place)).filter((file) => file.currency === "USD");
  assert.deepEqual(listed.map(({ state }) => state).sort(), ["made", "taken_back"]);
});

test("above the limit in live a second operator approves the file, or gives its payouts back", async () => {
  const { portal, tenant, sell, settle, place, payoutOf, day } = await setUp("2026-03-30", { environment: "live" });
  const second = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const shop = await createPaid(tenant);
  await getPrisma().merchantPayoutAccount.updateMany({
    data: { worksFrom: new Date("2026-03-30T10:00:00Z"), createdAt: new Date("2026-03-30T10:00:00Z") },
  });
  const rich = await createTestCard(tenant, { currency: "EUR", fundsMinor: 100_000_00n });
  await createTestSale(shop, { card: rich, currency: "EUR", amount: 20_000 });
  const [batch] = await settle();
  const id = batch?.payoutPostingId ?? "";
  const typed = () => ({ ...place, ...fileOf(day, "EUR", 1, 20_000) });
  const { id: fileId, awaits } = await portal.network.payouts.makeFile(typed());
  assert.ok(awaits);
  assert.equal((await payoutOf(id)).status, "pending");
  await assert.rejects(portal.network.payouts.makeFile(typed()), /changed meanwhile/);
  await assert.rejects(portal.network.payouts.sendFile({ ...place, id: fileId }), /waits for a second/);
  assert.equal(
    await outcomeOf(portal.network.approvals.decide({ ...place, id: awaits, isApproved: true })),
    "not_permitted",
  );
  const [asked] = (await second.network.approvals.list(place)).filter((one) => one.id === awaits);
  assert.deepEqual([asked?.paymentFileId, asked?.money], [fileId, { amount: 20_000, currency: "EUR" }]);
  await second.network.approvals.decide({ ...place, id: awaits, isApproved: false });
  const stateOf = async (file: string) => (await portal.network.payouts.files(place)).find((one) => one.id === file);
  assert.equal((await stateOf(fileId))?.state, "taken_back");
  const again = await portal.network.payouts.makeFile(typed());
  await second.network.approvals.decide({ ...place, id: again.awaits ?? "", isApproved: true });
  const file = await stateOf(again.id);
  assert.deepEqual([file?.state, file?.askedBy === file?.approvedBy], ["made", false]);
  assert.equal((await payoutOf(id)).status, "exported");
  await sell(shop, 1);
  await settle();
  const small = await portal.network.payouts.makeFile({ ...place, ...fileOf(day, "EUR", 1, 1) });
  assert.ok(small.awaits, "small files after a large one count with it");
});

test("the whole account number is shown for a reason, which the audit log keeps", async () => {
  const { portal, tenant, sell, settle, place } = await setUp("2026-04-06");
  const shop = await createPaid(tenant);
  await sell(shop, 5);
  const [batch] = await settle();
  const id = batch?.payoutPostingId ?? "";
  const shown = await portal.network.payouts.showAccount({ ...place, id, reason: "fraud" });
  assert.deepEqual(shown, { holder: "Canteen Ltd", country: "DE", accountNumber: IBAN, bankCode: null });
  const audited = await getPrisma().auditRecord.findMany({ where: { action: "payout.account_shown", subjectId: id } });
  assert.deepEqual(
    audited.map(({ details }) => details),
    [{ reason: "fraud" }],
  );
});

test("a return that the server didn’t write is found by the next seal and the proof", async () => {
  const { tenant, sell, settle } = await setUp("2026-04-13");
  const shop = await createPaid(tenant);
  await sell(shop, 9);
  const [batch] = await settle();
  await queryTestDatabase(
    `WITH forged AS (
        INSERT INTO postings SELECT 'Forged00000000001', 'payout_return', environment, currency, NULL, created_at
          FROM postings WHERE id = $1 RETURNING id
      ), entries AS (
        INSERT INTO entries (posting_id, account_id, currency, amount_minor, is_folded)
          SELECT forged.id, e.account_id, e.currency, -e.amount_minor, false FROM forged, entries e WHERE e.posting_id = $1
      )
      UPDATE payouts SET state = 'returned', returned_at = created_at, return_posting_id = forged.id FROM forged
        WHERE payouts.id = $1`,
    [batch?.payoutPostingId],
  );
  await assertBooksBalance();
  assert.deepEqual((await sealBooks({ now: now() })).unproven, ["Forged00000000001"]);
  const { checks } = await checkAllBooks();
  const found = checks.filter(({ breaches }) => breaches.length > 0).flatMap(({ breaches }) => breaches);
  assert.deepEqual(
    found.map(({ record }) => record),
    ["Forged00000000001"],
  );
});

test("a file that was made and not sent stays before those that were", async () => {
  const { portal, tenant, sell, settle, place, day, clock } = await setUp("2026-04-20");
  const shop = await createPaid(tenant);
  const make = async () => {
    await sell(shop, 30);
    await settle();
    const file = await portal.network.payouts.makeFile({ ...place, ...fileOf(day, "EUR", 1, 30) });
    clock.advance(60_000);
    return file.id;
  };
  const [forgotten, sent] = [await make(), await make()];
  await portal.network.payouts.sendFile({ ...place, id: sent });
  const listed = (await portal.network.payouts.files(place)).map(({ id }) => id);
  assert.ok(listed.indexOf(forgotten) < listed.indexOf(sent));
});

test("payouts that wait for a bank account keep none of another day from being due", async () => {
  const { portal, tenant, sell, settle, place, day } = await setUp("2026-05-04");
  const shop = await createPaid(tenant);
  await sell(shop, 30);
  await settle();
  const { accountId } = await createTestCard(tenant, { fundsMinor: 0n, currency: "EUR" });
  await queryTestDatabase(
    `WITH posting AS (
       INSERT INTO postings (id, kind, environment, currency, created_at)
       SELECT 'older' || lpad(n::text, 12, '0'), 'payout', 'test', 'EUR', '2026-05-03' FROM generate_series(1, 5000) n RETURNING *
     )
     INSERT INTO payouts (id, tenant_id, environment, currency, amount_minor, account_id, created_at)
     SELECT id, $1, environment, currency, 1, $2, created_at FROM posting`,
    [tenant.id, accountId],
  );
  const due = (await portal.network.payouts.due(place)).filter((group) => group.day >= "2026-05-03");
  assert.deepEqual(due, [
    { currency: "EUR", day: "2026-05-03", format: null, payoutCount: 5_000, sum: 50 },
    { currency: "EUR", day, format: "pain_001", payoutCount: 1, sum: 30 },
  ]);
});
