import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { runInTransaction } from "@/server/db/guarded";
import { getPrisma } from "@/server/db/prisma";
import { listOutbox } from "@/server/domain/emails";
import { eraseMembers } from "@/server/domain/members";
import { countUnread, listNotifications, notifyPeople } from "@/server/domain/notifications";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { assignTestLine } from "@/server/testing/bank-statements";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import {
  createTestUser,
  openTestSession,
  portalOf,
  type TestUser,
  userCaller,
} from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const LIVE = { environment: "live" } as const;

testOperatorAuthority("approvals", {
  "network.approvals.list": { call: (portal, place) => portal.network.approvals.list(place), others: null },
  "network.approvals.liveRequests": {
    call: (portal, place) => portal.network.approvals.liveRequests(place),
    others: null,
  },
  "network.approvals.decide": {
    call: (portal, place) => portal.network.approvals.decide({ ...place, id: newRecordId(now()), isApproved: true }),
    others: null,
    outcome: "not_found",
  },
});

async function createOperator() {
  const user = await createTestUser({ kind: "network_operator" });
  return { user, portal: portalOf(await openTestSession(user)) };
}

type Operator = Awaited<ReturnType<typeof createOperator>>;

async function setUp() {
  const [first, second] = [await createOperator(), await createOperator()];
  const tenant = await createTestTenant({ environment: "live", rateLimitTier: "standard" });
  const card = await createTestCard(tenant, { fundsMinor: 10_00n });
  const holds = (postedMinor: bigint) => assertBalance(card.accountId, { postedMinor, heldMinor: 0n });
  return { first, second, tenant, card, holds };
}

function fund({ portal }: Operator, accountId: string, amount: number, key = randomUUID()) {
  return assignTestLine(portal, { ...LIVE, key, accountId, amount });
}

const decide = ({ portal }: Operator, id: string, isApproved = true) =>
  portal.network.approvals.decide({ ...LIVE, id, isApproved });

test("live money above the limit waits for another operator, and moves once however many approve at once", async () => {
  const { first, second, card, holds } = await setUp();
  const third = await createOperator();
  const key = randomUUID();
  const { awaits = "" } = await fund(first, card.accountId, 10_000.01, key);
  assert.equal((await fund(first, card.accountId, 10_000.01, key)).awaits, awaits);
  await holds(10_00n);
  await assert.rejects(decide(first, awaits), /Another operator/);
  const [shown] = await second.portal.network.approvals.list(LIVE);
  assert.deepEqual(
    [shown?.id, shown?.state, shown?.money, shown?.reference, shown?.askedBy, shown?.isOwn],
    [awaits, "waiting", { amount: 10_000.01, currency: "USD" }, "Bank 7", first.user.email, false],
  );
  const both = await Promise.allSettled([second, third, second, third].map((operator) => decide(operator, awaits)));
  assert.equal(both.filter(({ status }) => status === "fulfilled").length, 1);
  await holds(10_010_01n);
  await assert.rejects(decide(second, awaits, false), /already decided/);
  await assertBooksBalance();
  const funded = await getPrisma().auditRecord.findFirstOrThrow({
    where: { action: "account.funded", subjectId: card.accountId, userId: { in: [second.user.id, third.user.id] } },
  });
  assert.match(JSON.stringify(funded.details), new RegExp(`"askedBy":"${first.user.id}"`));
});

test("many small fundings of a day are one large one, also at once; other people and other days are not", async () => {
  const { first, second, card, holds } = await setUp();
  const made = await Promise.all(Array.from({ length: 4 }, () => fund(first, card.accountId, 4_000)));
  assert.equal(made.filter(({ awaits }) => awaits === undefined).length, 2);
  await holds(8_010_00n);
  assert.equal((await fund(first, card.accountId, 2_000)).awaits, undefined);
  assert.ok((await fund(first, card.accountId, 0.01)).awaits);
  // Approving another's funding doesn't count against one's own limit.
  for (const { awaits } of made) if (awaits) await decide(second, awaits);
  await holds(18_010_00n);
  assert.equal((await fund(second, card.accountId, 10_000)).awaits, undefined);
  await assertBooksBalance();
});

test("a rejected, an old, and another environment's request move nothing", async () => {
  const { first, second, card, holds } = await setUp();
  const rejected = (await fund(first, card.accountId, 20_000)).awaits ?? "";
  const old = (await fund(first, card.accountId, 20_000)).awaits ?? "";
  await assert.rejects(
    second.portal.network.approvals.decide({ environment: "test", id: rejected, isApproved: true }),
    /No such request/,
  );
  await decide(second, rejected, false);
  await assert.rejects(decide(second, rejected), /already decided/);
  await getPrisma().approval.update({ where: { id: old }, data: { expiresAt: now() } });
  await assert.rejects(decide(second, old), /has expired/);
  await holds(10_00n);
  const states = (await first.portal.network.approvals.list(LIVE)).filter(({ id }) => [rejected, old].includes(id));
  assert.deepEqual(states.map(({ state }) => state).sort(), ["expired", "rejected"]);
  // The database enforces two different people by itself.
  const data = { decidedBy: first.user.id, decidedAt: now(), isApproved: true };
  await assert.rejects(getPrisma().approval.update({ where: { id: old }, data }), /approvals_second_person/);
});

test("a leaving member takes along the texts of a request, and nobody decides it any more", async () => {
  const { first, second, card } = await setUp();
  const { awaits = "" } = await fund(first, card.accountId, 20_000);
  await runInTransaction((db) => eraseMembers(db, { memberIds: [card.memberId], now: now() }));
  assert.equal((await getPrisma().approval.findUniqueOrThrow({ where: { id: awaits } })).reference, "");
  await assert.rejects(decide(second, awaits), /has expired/);
});

test("a live tenant's way above standard takes two operators; down, and in a sandbox, one", async () => {
  const { first, second, tenant } = await setUp();
  const tierOf = async () => (await getPrisma().tenant.findUniqueOrThrow({ where: { id: tenant.id } })).rateLimitTier;
  const set = (tier: "standard" | "plus" | "network") =>
    first.portal.network.tenants.setTier({ environment: "test", slug: tenant.slug, tier });
  assert.deepEqual(await set("plus"), { tier: "plus", isHeld: false });
  await set("standard");
  await approveTestTenant(tenant);
  assert.deepEqual(await set("network"), { tier: "network", isHeld: true });
  await set("network");
  assert.equal(await tierOf(), "standard");
  const asked = (await second.portal.network.approvals.list(LIVE)).filter(
    ({ tenantSlug }) => tenantSlug === tenant.slug,
  );
  assert.deepEqual(
    asked.map(({ tier, state }) => [tier, state]),
    [["network", "waiting"]],
  );
  await decide(second, asked[0]?.id ?? "");
  assert.equal(await tierOf(), "network");
  assert.deepEqual(await set("plus"), { tier: "plus", isHeld: false });
});

async function setUpNews() {
  await getPrisma().approval.updateMany({ where: { decidedAt: null }, data: { expiresAt: now() } });
  return setUp();
}

const WAITS = "Nothing changes unless you or another operator approves it within a week.";

async function newsOf(user: TestUser) {
  const { items } = await listNotifications(await userCaller(user), { limit: 10 });
  return items.map(({ kind, text, href }) => [kind, text, href]);
}

test("operators hear of what waits for one of them, once, until one has decided; who asked doesn't", async () => {
  const { first, second, tenant, card } = await setUpNews();
  const third = await createOperator();
  const shared = await createTestUser({ kind: "network_operator" }, { isShared: true });
  const { awaits = "" } = await fund(first, card.accountId, 10_000.01);
  await approveTestTenant(tenant);
  await first.portal.network.tenants.setTier({ environment: "live", slug: tenant.slug, tier: "plus" });
  for (let sweeps = 0; sweeps < 2; sweeps += 1) await notifyPeople({ now: now() });

  const { title } = await getPrisma().tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  const href = "/network/approvals?environment=live";
  for (const { user } of [second, third]) {
    const told = await newsOf(user);
    assert.deepEqual(told.toSorted(), [
      ["approval_asked", `An operator asks for tier plus for “${title}”, which is live. ${WAITS}`, href],
      ["approval_asked", `An operator asks to fund a live account of a member of “${title}”. ${WAITS}`, href],
    ]);
    const emails = (await listOutbox()).filter(({ recipient }) => recipient === user.email);
    assert.equal(emails.length, 2);
    for (const { subject, text } of emails) {
      assert.equal(subject, "A change needs a second operator");
      assert.ok(text.includes(href) && !text.includes("Bank 7") && !text.includes("10,000"));
    }
  }
  for (const user of [first.user, shared]) assert.deepEqual(await newsOf(user), []);

  await decide(second, awaits, false);
  for (const { user } of [second, third]) assert.equal(await countUnread(await userCaller(user)), 1);
});

test("every live change that waits is emailed, however many one operator asked for that day", async () => {
  const { first, second, card } = await setUpNews();
  for (let asked = 0; asked < 5; asked += 1) await fund(first, card.accountId, 20_000);
  await notifyPeople({ now: now() });
  assert.equal(await getPrisma().email.count({ where: { recipient: second.user.email } }), 5);
});

test("a decided or old request is no news", async () => {
  const { first, second, card } = await setUpNews();
  const decided = (await fund(first, card.accountId, 20_000)).awaits ?? "";
  const old = (await fund(first, card.accountId, 20_000)).awaits ?? "";
  await decide(second, decided);
  await getPrisma().approval.update({ where: { id: old }, data: { expiresAt: now() } });
  await notifyPeople({ now: now() });
  assert.deepEqual(await newsOf(second.user), []);
});

test("a request for live reaches every operator, by bell and email, and waits until one approves it", async () => {
  const { second: operator } = await setUpNews();
  const shared = await createTestUser({ kind: "network_operator" }, { isShared: true });
  const tenant = await createTestTenant({ rateLimitTier: "standard" });
  const { slug, title } = await getPrisma().tenant.update({
    where: { id: tenant.id },
    data: { liveAskedAt: now() },
  });
  for (let sweeps = 0; sweeps < 2; sweeps += 1) await notifyPeople({ now: now() });
  const ofIt = async (user: TestUser) =>
    (await newsOf(user)).filter(([, , href]) => href === `/network/tenants/${slug}`);
  const text = `“${title}” wants to take live payments. It can’t until you or another operator approves it.`;
  const told = [["live_asked", text, `/network/tenants/${slug}`]];
  assert.deepEqual([await ofIt(operator.user), await ofIt(shared)], [told, told]);
  const emails = (await listOutbox()).filter(({ recipient }) => recipient === operator.user.email);
  assert.deepEqual(
    emails.map(({ subject }) => subject),
    ["A tenant requests live access"],
  );
  const waiting = async () =>
    (await operator.portal.network.approvals.liveRequests(LIVE)).map((request) => request.slug);
  assert.ok((await waiting()).includes(slug));

  await getPrisma().user.updateMany({ where: { isShared: true }, data: { isShared: false } });
  await operator.portal.network.tenants.approve({ ...LIVE, slug });
  assert.ok(!(await waiting()).includes(slug));
  assert.equal(await countUnread(await userCaller(operator.user)), 0);
});
