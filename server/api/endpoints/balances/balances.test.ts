import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import type { BalanceTransactionList } from "@/server/contracts/rest/reading-back/balances";
import * as contracts from "@/server/contracts/rest/reading-back/balances";
import { settleDue } from "@/server/domain/settlement";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { authorize, capture, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { merchantBalance, refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const INVALID = { status: 400, code: "validation_error" } as const;
const UNKNOWN = { status: 400, code: "invalid_reference" } as const;

type Statement = z.output<typeof BalanceTransactionList>;
type Query = Readonly<Record<string, string>>;

const money = (amount: number) => Math.round(amount * 10_000) / 10_000;

async function statementOf(tenant: TestTenant, asked: Query, limit = 2): Promise<Statement> {
  const pages: Statement[] = [];
  for (let query: Query = { ...asked, limit: String(limit) }; ; ) {
    const { body }: { body: Statement } = await call(tenant, contracts.listBalanceTransactions, { query });
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

async function assertAddsUp(tenant: TestTenant, query: Query): Promise<Statement> {
  const statement = await statementOf(tenant, query);
  let balance = statement.opening;
  for (const entry of statement.data.toReversed()) {
    balance = money(balance + entry.amount);
    assert.equal(entry.balance, balance, `${JSON.stringify(query)} ${entry.kind}`);
  }
  assert.equal(balance, statement.closing, JSON.stringify(query));
  return statement;
}

test("for any span, opening and entries come to closing, and all entries are those of the books", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const moments = [clock.now().toISOString()];
  const later = (milliseconds: number) => {
    clock.advance(milliseconds);
    moments.push(clock.now().toISOString());
  };
  const first = await createTestSale(merchant, { card, amount: 100 });
  await createTestSale(merchant, { card, amount: 20.5 });
  later(1_000);
  await refund(merchant, first.transactionId, 30);
  later(60_000);
  await settleAfterASecond(clock, tenant, merchant);
  // Leaves a debt that the next batch carries over.
  later(60_000);
  await refund(merchant, first.transactionId, 70);
  await settleAfterASecond(clock, tenant, merchant);
  later(60_000);
  const { recordId } = await authorize(tenant, card, 50, { merchant: merchant.id });
  await increment(tenant, recordId, 40);
  await capture(tenant, recordId, 80);
  await capture(tenant, recordId, 10);
  later(60_000);
  await reverse(tenant, recordId, 85, { kind: "refund" });
  later(DAY_MS);
  await settleDue({ now: clock.now(), environment: "test" });
  later(1_000);
  await createTestSale(merchant, { card, amount: 7 });
  later(60_000);
  const account = { merchant: merchant.id, currency: "USD" };
  const all = await assertAddsUp(tenant, account);
  assert.equal(all.opening, 0);
  assert.equal(all.closing, Number(await merchantBalance(merchant)) / 100);
  const entries = await queryTestDatabase<{ amount: string }>(
    `SELECT e.amount_minor AS amount FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.merchant_id = '${merchant.id}'`,
  );
  const inOrder = (amounts: readonly number[]) => amounts.toSorted((a, b) => a - b);
  assert.deepEqual(
    inOrder(all.data.map(({ amount }) => amount)),
    inOrder(entries.map(({ amount }) => Number(amount) / 100)),
  );
  for (const [at, from] of moments.entries()) {
    for (const before of moments.slice(at + 1)) {
      const span = { ...account, "created[gte]": from, "created[lt]": before };
      const statement = await assertAddsUp(tenant, span);
      const within = all.data.filter(({ createdAt }) => createdAt >= from && createdAt < before);
      assert.deepEqual(statement.data, within);
    }
    const rest = await assertAddsUp(tenant, { ...account, "created[gte]": from });
    assert.equal(rest.closing, all.closing);
  }
  const { body: balances } = await call(tenant, contracts.listBalances, { query: { merchant: merchant.id } });
  const [balance] = balances.data;
  assert.deepEqual(balances.data, [
    {
      id: balance?.balanceId,
      balanceId: balance?.balanceId,
      ...account,
      balance: all.closing,
      createdAt: START,
      available: money(all.closing - 7),
      pending: 7,
      reserved: 0,
      inTransit: 90.5,
    },
  ]);
});

test("each entry names its cause, and a payout its batch", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const { transactionId, authorizationId } = await createTestSale(merchant, {
    merchantReference: "order-7",
    amount: 12.5,
  });
  clock.advance(1_000);
  const { refundId } = await refund(merchant, transactionId, 5);
  const { batches } = await settleAfterASecond(clock, tenant, merchant);
  const { data } = await statementOf(tenant, { merchant: merchant.id, currency: "USD" });
  const [payout, back, sale] = data;
  const recordId = sale?.recordId;
  const none = { transactionId: null, refundId: null, payoutId: null, batchId: null };
  const ofPayment = { authorizationId, recordId, merchantReference: "order-7" };
  assert.ok(recordId && payout?.payoutId);
  assert.deepEqual(data, [
    {
      id: payout.payoutId,
      kind: "payout",
      amount: -7.5,
      balance: 0,
      ...none,
      payoutId: payout.payoutId,
      batchId: batches[0]?.batchId,
      authorizationId: null,
      recordId: null,
      merchantReference: null,
      createdAt: "2026-03-02T10:00:02.000Z",
    },
    {
      id: refundId,
      kind: "refund",
      amount: -5,
      balance: 7.5,
      ...none,
      refundId,
      ...ofPayment,
      createdAt: "2026-03-02T10:00:01.000Z",
    },
    {
      id: transactionId,
      kind: "capture",
      amount: 12.5,
      balance: 12.5,
      ...none,
      transactionId,
      ...ofPayment,
      createdAt: START,
    },
  ]);
  assert.equal(back?.id, refundId);
});

test("balances are by merchant and currency, in the decimals of each, and paged", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const amounts = { JPY: 900, USD: 12.34, KWD: 1.234, CLF: 0.1234 } as const;
  for (const [currency, amount] of Object.entries(amounts)) {
    const card = await createTestCard(tenant, { currency: currency as keyof typeof amounts, fundsMinor: 100_000n });
    await createTestSale(merchant, { card, amount });
  }
  const other = await createTestMerchant(tenant);
  await createTestSale(other, { amount: 5 });
  const list = async (query: Query) => (await call(tenant, contracts.listBalances, { query })).body;
  const shown = async (query: Query) =>
    (await list(query)).data.map(({ currency, balance, pending }) => `${balance} ${pending} ${currency}`).sort();
  const ofMerchant = Object.entries(amounts).map(([currency, amount]) => `${amount} ${amount} ${currency}`);
  assert.deepEqual(await shown({ merchant: merchant.id }), ofMerchant.toSorted());
  assert.deepEqual(await shown({}), [...ofMerchant, "5 5 USD"].sort());
  assert.deepEqual(await shown({ currency: "USD" }), ["12.34 12.34 USD", "5 5 USD"]);
  for (const [currency, amount] of Object.entries(amounts)) {
    const { closing } = await assertAddsUp(tenant, { merchant: merchant.id, currency });
    assert.equal(closing, amount);
  }
  const met: string[] = [];
  for (let query: Query = { limit: "2" }; ; ) {
    const { data, hasMore }: Awaited<ReturnType<typeof list>> = await list(query);
    met.push(...data.map(({ balanceId }) => balanceId));
    if (!hasMore) break;
    query = { limit: "2", starting_after: met.at(-1) ?? "" };
  }
  assert.deepEqual([met.length, new Set(met).size], [5, 5]);
  const before = await list({ limit: "1", ending_before: met[2] ?? "" });
  assert.deepEqual([before.data[0]?.balanceId, before.hasMore], [met[1], true]);
});

test("wrong, unknown, or another's accounts are refused; an account without entries is empty", async () => {
  const stranger = await createTestTenant();
  const theirs = await createTestMerchant(stranger);
  const { transactionId } = await createTestSale(theirs);
  const { body } = await call(stranger, contracts.listBalances, { query: { merchant: theirs.id } });
  const balanceId = body.data[0]?.balanceId ?? "";
  const tenant = await createTestTenant();
  const own = await createTestMerchant(tenant);
  for (const caller of [tenant, await createTestKey(stranger, { environment: "live" })]) {
    for (const query of [{ merchant: theirs.id }, { starting_after: balanceId }, { ending_before: balanceId }]) {
      await expectError(caller, contracts.listBalances, { query }, UNKNOWN);
    }
    const query = { merchant: theirs.id, currency: "USD" };
    await expectError(caller, contracts.listBalanceTransactions, { query }, UNKNOWN);
  }
  const account = { merchant: own.id, currency: "USD" };
  const cursor = { ...account, starting_after: transactionId };
  await expectError(tenant, contracts.listBalanceTransactions, { query: cursor }, UNKNOWN);
  const empty = { ...account, opening: 0, closing: 0, data: [], hasMore: false };
  assert.deepEqual((await call(tenant, contracts.listBalanceTransactions, { query: account })).body, empty);
  for (const query of [
    {},
    { merchant: own.id },
    { currency: "USD" },
    { ...account, kind: "capture" },
    { ...account, limit: "0" },
  ]) {
    await expectError(tenant, contracts.listBalanceTransactions, { query }, INVALID);
  }
  for (const query of [{ created: "x" }, { limit: "101" }, { merchant: "x" }]) {
    await expectError(tenant, contracts.listBalances, { query }, INVALID);
  }
  for (const operation of [contracts.listBalances, contracts.listBalanceTransactions]) {
    await expectError(null, operation, { query: account }, { status: 401, code: "authentication_failed" });
  }
});
