import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { runInTransaction } from "@/server/db/guarded";
import { getPrisma } from "@/server/db/prisma";
import { checkAllBooks, sealBooks } from "@/server/domain/books";
import { eraseMembers } from "@/server/domain/members";
import { listNotifications, notifyPeople } from "@/server/domain/notifications";
import { now } from "@/server/platform/clock";
import { assignTestLine } from "@/server/testing/bank-statements";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf, userCaller } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

type Environment = "test" | "live";

async function createOperator() {
  const user = await createTestUser({ kind: "network_operator" });
  return { user, portal: portalOf(await openTestSession(user)) };
}

type Operator = Awaited<ReturnType<typeof createOperator>>;

async function setUp(environment: Environment = "live") {
  const [first, second] = [await createOperator(), await createOperator()];
  const tenant = await createTestTenant({ environment, rateLimitTier: "standard" });
  const card = await createTestCard(tenant, { fundsMinor: 0n });
  const holds = (postedMinor: bigint, heldMinor = 0n) => assertBalance(card.accountId, { postedMinor, heldMinor });
  const place = { environment };
  const memberPage = ({ portal }: Operator) => portal.network.members.get({ ...place, id: card.memberId });
  const fund = async (amount: number): Promise<string> => {
    const input = { amount, key: randomUUID(), accountId: card.accountId };
    const { awaits } = await assignTestLine(first.portal, { ...place, ...input });
    if (awaits) await second.portal.network.approvals.decide({ ...place, id: awaits, isApproved: true });
    return (await memberPage(first)).fundings[0]?.id ?? "";
  };
  const back = ({ portal }: Operator, fundingId: string, amount: number, key = randomUUID()) =>
    portal.network.members.reverseFunding({
      ...place,
      key,
      fundingId,
      confirmedAmount: amount,
      reference: "Return of Eve Stone",
    });
  const decide = ({ portal }: Operator, id: string, isApproved = true) =>
    portal.network.approvals.decide({ ...place, id, isApproved });
  return { first, second, tenant, card, holds, memberPage, fund, back, decide, place };
}

test("in test it is taken back at once, once, however often one form is sent or two are", async () => {
  const { first, second, tenant, card, holds, memberPage, fund, back, place } = await setUp("test");
  const id = await fund(25.5);
  await fund(30);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 4 }, () => back(first, id, 25.5, key)));
  assert.deepEqual(answers, Array(4).fill({ accountId: card.accountId }));
  await holds(30_00n);
  await assert.rejects(back(second, id, 25.5), /taken back already/);
  const { fundings } = await memberPage(second);
  assert.deepEqual(
    fundings.map(({ amount, isReversed, reference }) => [amount, isReversed, reference]),
    [
      [30, false, "Bank 7"],
      [25.5, true, "Bank 7"],
    ],
  );
  const of = { tenantId: tenant.id, action: "account.funding_reversed" };
  const { items } = await first.portal.network.audit.list({ ...place, ...of });
  assert.equal(items.length, 1);
  assert.ok(items[0]?.details.some(({ name, value }) => name === "reference" && value === "Return of Eve Stone"));
  await assertBooksBalance();
});

test("of two operators at once one takes it back", async () => {
  const { first, second, holds, fund, back } = await setUp("test");
  const id = await fund(5);
  await fund(100);
  const both = await Promise.allSettled([first, second, first, second].map((one) => back(one, id, 5)));
  assert.equal(both.filter(({ status }) => status === "fulfilled").length, 1);
  await holds(100_00n);
  await assertBooksBalance();
});

test("in live the amount is typed, and what is held stays", async () => {
  const { first, tenant, card, holds, fund, back } = await setUp();
  const id = await fund(50);
  await assert.rejects(back(first, id, 5), /match the amount/);
  const { recordId } = await authorize(tenant, card, 0.01);
  await assert.rejects(back(first, id, 50), /no longer has this money/);
  await reverse(tenant, recordId);
  assert.equal((await back(first, id, 50)).awaits, undefined);
  await holds(0n);
  await assertBooksBalance();
});

test("beyond the day's limit it waits for another operator, once, and moves once however many approve", async () => {
  const { first, second, tenant, card, holds, memberPage, fund, back, decide, place } = await setUp();
  const third = await createOperator();
  const id = await fund(20_000);
  await fund(20_000);
  const key = randomUUID();
  const { awaits = "" } = await back(first, id, 20_000, key);
  assert.equal((await back(first, id, 20_000, key)).awaits, awaits);
  assert.equal((await back(second, id, 20_000)).awaits, awaits, "one request for each funding");
  await holds(40_000_00n);
  await assert.rejects(decide(first, awaits), /Another operator/);
  const shown = (await third.portal.network.approvals.list(place)).find((approval) => approval.id === awaits);
  assert.deepEqual(
    [shown?.state, shown?.isReversal, shown?.money, shown?.reference],
    ["waiting", true, { amount: 20_000, currency: "USD" }, "Return of Eve Stone"],
  );
  await notifyPeople({ now: now() });
  const { items } = await listNotifications(await userCaller(third.user), { limit: 10 });
  const { title } = await getPrisma().tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  assert.ok(items.some(({ text }) => text.includes("take money back") && text.includes(title)));

  const both = await Promise.allSettled([second, third, second, third].map((one) => decide(one, awaits)));
  assert.equal(both.filter(({ status }) => status === "fulfilled").length, 1);
  await holds(20_000_00n);
  assert.deepEqual(
    (await memberPage(first)).fundings.map(({ isReversed }) => isReversed),
    [false, true],
  );
  const audited = await getPrisma().auditRecord.findFirstOrThrow({
    where: { action: "account.funding_reversed", subjectId: card.accountId },
  });
  assert.match(JSON.stringify(audited.details), new RegExp(`"askedBy":"${first.user.id}"`));
  assert.deepEqual((await sealBooks({ now: now() })).unproven, []);
  const { checks } = await checkAllBooks();
  assert.ok(checks.every(({ breaches }) => breaches.length === 0));
});

test("fundings and reversals of a day are one sum, also at once", async () => {
  const { first, holds, fund, back } = await setUp();
  const ids = [await fund(2_000), await fund(2_000), await fund(2_000)];
  const made = await Promise.all(ids.map((id) => back(first, id, 2_000)));
  assert.equal(made.filter(({ awaits }) => awaits === undefined).length, 2);
  await holds(2_000_00n);
  const more = { amount: 0.01, key: randomUUID() };
  const { accountId } = made[0] ?? {};
  assert.ok(accountId);
  assert.ok((await assignTestLine(first.portal, { environment: "live", accountId, ...more })).awaits);
});

test("a request spent when approved stays asked for, and can be rejected", async () => {
  const { first, second, tenant, card, holds, fund, back, decide } = await setUp();
  const id = await fund(10_001);
  const { awaits = "" } = await back(first, id, 10_001);
  const { recordId } = await authorize(tenant, card, 20);
  await assert.rejects(decide(second, awaits), /no longer has this money/);
  await holds(10_001_00n, 20_00n);
  await reverse(tenant, recordId);
  await decide(second, awaits, false);
  await assert.rejects(decide(second, awaits), /already decided/);
  await holds(10_001_00n);
  assert.ok((await back(first, id, 10_001)).awaits, "it can be asked for again");
  await assertBooksBalance();
});

test("a leaving member takes along the texts of a reversal", async () => {
  const { first, second, card, fund, back, decide } = await setUp();
  const [id, other] = [await fund(10_001), await fund(5)];
  const { awaits = "" } = await back(first, id, 10_001);
  await runInTransaction((db) => eraseMembers(db, { memberIds: [card.memberId], now: now() }));
  assert.equal((await getPrisma().approval.findUniqueOrThrow({ where: { id: awaits } })).reference, "");
  await assert.rejects(decide(second, awaits), /has expired/);
  // The bank may still take its money back.
  await back(second, other, 5);
  assert.equal(await getPrisma().fundingReference.count({ where: { memberId: card.memberId } }), 0);
  await assertBooksBalance();
});

test("a reversal is not of the other environment, nor of a posting that funds nothing", async () => {
  const { first, fund, back, holds } = await setUp("test");
  const id = await fund(5);
  const input = { key: randomUUID(), fundingId: id, confirmedAmount: 5 };
  await assert.rejects(
    first.portal.network.members.reverseFunding({ environment: "live", ...input }),
    /No such funding/,
  );
  await back(first, id, 5);
  const reversal = await getPrisma().funding.findFirstOrThrow({ where: { reversedPostingId: id } });
  await assert.rejects(back(first, reversal.postingId, 5), /This is a reversal/);
  await holds(0n);
});
