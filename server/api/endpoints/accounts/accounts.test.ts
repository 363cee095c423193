import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { createFunding, reverseFunding } from "@/server/contracts/rest/onboarding/fundings";
import type { AccountEntryList } from "@/server/contracts/rest/reading-back/accounts";
import * as contracts from "@/server/contracts/rest/reading-back/accounts";
import { getPrisma } from "@/server/db/prisma";
import { parseRecordId, timeOfRecordId } from "@/server/platform/ids";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { refund } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const money = (amount: number) => Math.round(amount * 100) / 100;

type Statement = z.output<typeof AccountEntryList>;

async function statementOf(tenant: TestTenant, id: string, span: Record<string, string> = {}): Promise<Statement> {
  const pages: Statement[] = [];
  for (let query: Record<string, string> = { ...span, limit: "3" }; ; ) {
    const { body }: { body: Statement } = await call(tenant, contracts.listAccountEntries, { params: { id }, query });
    pages.push(body);
    const last = body.data.at(-1);
    if (!body.hasMore || !last) break;
    query = { ...query, starting_after: last.id };
  }
  const [first] = pages;
  assert.ok(first);
  for (const { opening, closing } of pages) assert.deepEqual([opening, closing], [first.opening, first.closing]);
  return { ...first, data: pages.flatMap(({ data }) => data), hasMore: false };
}

function assertAddsUp({ opening, closing, data }: Statement): void {
  let balance = opening;
  for (const entry of data.toReversed()) {
    balance = money(balance + entry.amount);
    assert.equal(entry.balance, balance);
  }
  assert.equal(balance, closing);
}

const balanceOf = async (tenant: TestTenant, id: string, query: Record<string, string> = {}) =>
  (await call(tenant, contracts.getAccountBalance, { params: { id }, query })).body.balance;

test("for any span, opening and entries of an account come to closing, as do balances at any time", async () => {
  const clock = withFakeClock(START);
  let seed = 54;
  const upTo = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % (most + 1);
  };
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const merchant = await createTestMerchant(tenant);
  const foreign = await createTestMerchant(other);
  const card = await createTestCard(tenant, { fundsMinor: 500_00n });
  const id = card.accountId;
  const moments = [clock.now().toISOString()];
  const sales: string[] = [];
  for (let i = 0; i < 40; i += 1) {
    const amount = (2 * (1 + upTo(450))) / 100;
    const what = upTo(5);
    if (what === 0) {
      const body = { account: id, amount, bankReference: "Bank" };
      const { body: funding } = await call(tenant, createFunding, { body });
      if (upTo(1) === 1) await call(tenant, reverseFunding, { params: { id: funding.id } });
    } else if (what === 1) {
      const { recordId } = await authorize(tenant, card, amount);
      await increment(tenant, recordId, 1);
      await capture(tenant, recordId, money(amount / 2));
      await capture(tenant, recordId, money(amount / 2));
      await reverse(tenant, recordId, 1);
    } else if (what === 2 && sales.length > 0) {
      await refund(merchant, sales.pop() ?? "", 0.01);
    } else {
      const { transactionId } = await createTestSale(what === 3 ? foreign : merchant, { card, amount });
      if (what !== 3) sales.push(transactionId);
    }
    if (upTo(2) > 0) clock.advance([1, 1_000, 3_600_000][upTo(2)] ?? 0);
    if (i % 8 === 0) moments.push(clock.now().toISOString());
  }
  clock.advance(1_000);
  const all = await statementOf(tenant, id);
  assertAddsUp(all);
  const { postedMinor } = await getPrisma().account.findUniqueOrThrow({ where: { id } });
  assert.deepEqual([all.opening, all.closing], [0, Number(postedMinor) / 100]);
  const entries = await queryTestDatabase("SELECT 1 FROM entries WHERE account_id = $1", [id]);
  assert.equal(all.data.length, entries.length);
  // Pages rest on it: they are in the order of ids.
  for (const { id: posting, createdAt } of all.data) {
    assert.equal(timeOfRecordId(parseRecordId(posting))?.toISOString(), createdAt);
  }
  const moves = all.data.flatMap(({ transactionId, refundId }) => transactionId ?? refundId ?? []);
  assert.equal(new Set(moves).size, all.data.filter(({ recordId }) => recordId).length, "each names its own cause");
  for (const [at, from] of moments.entries()) {
    assert.equal(
      await balanceOf(tenant, id, { asOf: from }),
      (await statementOf(tenant, id, { "created[lt]": from })).closing,
    );
    for (const before of moments.slice(at + 1)) {
      const part = await statementOf(tenant, id, { "created[gte]": from, "created[lt]": before });
      assertAddsUp(part);
      assert.deepEqual(
        part.data,
        all.data.filter(({ createdAt }) => createdAt >= from && createdAt < before),
      );
    }
  }
  assert.equal(await balanceOf(tenant, id), all.closing);
  const future = new Date(clock.now().getTime() + DAY_MS).toISOString();
  const invalid = { status: 400, code: "validation_error" } as const;
  await expectError(tenant, contracts.getAccountBalance, { params: { id }, query: { asOf: future } }, invalid);
  const missing = { status: 404, code: "account_not_found" } as const;
  await expectError(other, contracts.listAccountEntries, { params: { id } }, missing);
});

test("accounts are listed by member, currency, status, and whether they have anything, each once", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const cards: TestCard[] = [];
  for (const currency of ["USD", "EUR", "USD"] as const) {
    cards.push(await createTestCard(tenant, { currency, fundsMinor: currency === "EUR" ? 0n : 100n }));
    clock.advance(1_000);
  }
  await createTestCard(await createTestTenant());
  const [oldest, euro, newest] = cards.map(({ accountId }) => accountId as string);
  const listed = async (query: Record<string, string> = {}) =>
    (await call(tenant, contracts.listAllAccounts, { query })).body.data.map(({ id }) => id as string);
  assert.deepEqual(await listed(), [newest, euro, oldest]);
  assert.deepEqual(await listed({ limit: "1", starting_after: newest ?? "" }), [euro]);
  assert.deepEqual(await listed({ ending_before: oldest ?? "" }), [newest, euro]);
  assert.deepEqual(await listed({ currency: "USD" }), [newest, oldest]);
  assert.deepEqual(await listed({ nonZero: "true" }), [newest, oldest]);
  assert.deepEqual(await listed({ member: cards[1]?.memberId ?? "" }), [euro]);
  assert.deepEqual(await listed({ status: "closed" }), []);
  await getPrisma().member.update({ where: { id: cards[1]?.memberId ?? "" }, data: { erasedAt: clock.now() } });
  assert.deepEqual(await listed({ status: "closed" }), [euro]);
  assert.deepEqual(await listed({ status: "open" }), [newest, oldest]);
});

test("statements go from month to month by the tenant's clocks, and the wallet's file has every entry", async () => {
  const clock = withFakeClock("2026-03-31T21:59:58.000Z");
  const tenant = await createTestTenant();
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { timeZone: "Europe/Berlin" } });
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const params = { id: card.accountId };
  const merchant = await createTestMerchant(tenant);
  clock.advance(1_000);
  const sale = await createTestSale(merchant, { card, amount: 30 });
  // Midnight in Berlin is 22:00 in UTC then.
  clock.advance(1_000);
  await refund(merchant, sale.transactionId, 10);
  clock.advance(40 * DAY_MS);
  await createTestSale(merchant, { card, amount: 5 });
  const { body } = await call(tenant, contracts.listAccountStatements, { params });
  assert.equal(body.timeZone, "Europe/Berlin");
  assert.deepEqual(
    body.statements.map(({ month, opening, credited, debited, closing }) => [
      month,
      opening,
      credited,
      debited,
      closing,
    ]),
    [
      ["2026-05", 80, 0, 5, 75],
      ["2026-04", 70, 10, 0, 80],
      ["2026-03", 0, 100, 30, 70],
    ],
  );
  for (const { from = "", before = "", opening, closing, entryCount } of body.statements) {
    const entries = await statementOf(tenant, card.accountId, {
      "created[gte]": from ?? "",
      "created[lt]": before ?? "",
    });
    assertAddsUp(entries);
    assert.deepEqual([entries.opening, entries.closing, entries.data.length], [opening, closing, entryCount]);
  }
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  const { statements } = portalOf(await openTestSession(user)).wallet;
  const [shown] = await statements.list();
  assert.deepEqual([shown?.timeZone, shown?.months], [body.timeZone, body.statements]);
  const march = await statements.get({ account: card.accountId, month: "2026-03" });
  assert.deepEqual(
    [march.opening, ...march.entries.map(({ kind, balance }) => [kind, balance]), march.closing, march.hasMore],
    [0, ["funding", 100], ["capture", 70], 70, false],
  );
  const { text, after } = await statements.csv({ account: card.accountId, month: "2026-03" });
  assert.deepEqual([text.trimEnd().split("\r\n").length, after], [3, null]);
  const empty = await statements.get({ account: card.accountId, month: "2026-02" });
  assert.deepEqual([empty.opening, empty.entries, empty.closing], [0, [], 0]);
});
