import assert from "node:assert/strict";
import { test } from "node:test";
import { listAuthorizations } from "@/server/contracts/rest/authorizations";
import * as balances from "@/server/contracts/rest/reading-back/balances";
import * as contracts from "@/server/contracts/rest/reading-back/merchant-records";
import * as records from "@/server/contracts/rest/reading-back/records";
import * as settlement from "@/server/contracts/rest/reading-back/settlement";
import * as transactions from "@/server/contracts/rest/transactions";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold, createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const INVALID = { status: 400, code: "validation_error" } as const;
const UNKNOWN = { status: 400, code: "invalid_reference" } as const;
const NO_BATCH = { status: 404, code: "settlement_batch_not_found" } as const;

async function createShops() {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const colleague = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  for (const amount of [10, 20, 30]) {
    clock.advance(1_000);
    const sale = await createTestSale(merchant, { card, amount, merchantReference: `order-${amount}` });
    if (amount > 10) await refund(merchant, sale.transactionId, 5);
    if (amount > 10) await settleAfterASecond(clock, tenant, merchant);
  }
  const { transactionId } = await createTestSale(colleague, { amount: 7 });
  await refund(colleague, transactionId, 1);
  await settleAfterASecond(clock, tenant, colleague);
  return { clock, tenant, merchant, colleague, card, transactionId };
}

test("a merchant lists its authorizations, and with open only the holds that wait for a capture", async () => {
  const { clock, tenant, merchant, colleague } = await createShops();
  await createTestMerchantHold(colleague);
  const holds: string[] = [];
  for (const amount of [40, 50, 60, 70]) {
    clock.advance(1_000);
    const { authorizationId } = await createTestMerchantHold(merchant, { amount });
    holds.unshift(authorizationId);
    if (amount === 60) await call(merchant, transactions.captureTransaction, { body: { authorizationId } });
  }
  const [newest = "", done = "", partly = "", oldest = ""] = holds;
  await call(merchant, transactions.captureTransaction, { body: { authorizationId: partly, amount: 20 } });
  const numbers = ({ body }: { readonly body: { readonly data: readonly { readonly authorizationId: string }[] } }) =>
    body.data.map(({ authorizationId }) => authorizationId);
  const list = (body: object) =>
    call(merchant, contracts.listMerchantAuthorizations, { rawBody: JSON.stringify(body) });
  const open = await list({ open: true });
  assert.deepEqual(numbers(open), [newest, partly, oldest]);
  const query = { merchant: merchant.id };
  const { body: theirs } = await call(tenant, listAuthorizations, { query: { ...query, open: "true" } });
  assert.deepEqual(open.body, withoutPayer(theirs));
  const all = await list({});
  assert.deepEqual(all.body, withoutPayer((await call(tenant, listAuthorizations, { query })).body));
  assert.deepEqual([all.body.data.length, numbers(all).includes(done)], [7, true]);
  const first = await list({ open: true, limit: 2 });
  assert.equal(first.body.hasMore, true);
  const rest = await list({ open: true, starting_after: first.body.data.at(-1)?.id });
  assert.deepEqual([numbers(rest), rest.body.hasMore], [[oldest], false]);
  assert.deepEqual(numbers(await list({ open: true, status: "Authorization Partially Captured" })), [partly]);
  clock.advance(8 * DAY_MS);
  assert.deepEqual(numbers(await list({ open: true })), [], "a hold that is over isn’t open, swept or not");
  for (const value of [false, "true", 1]) {
    const rawBody = JSON.stringify({ open: value });
    await expectError(merchant, contracts.listMerchantAuthorizations, { rawBody }, INVALID);
  }
  await expectError(tenant, listAuthorizations, { query: { open: "yes" } }, INVALID);
});

interface Page {
  readonly data: readonly object[];
  readonly hasMore: boolean;
}

/** As the merchant reads it, which isn't told who paid. */
const withoutPayer = ({ data, hasMore }: Page) => ({
  data: data.map((record) => ({ ...record, member: null, account: null })),
  hasMore,
});

test("a merchant reads of its own what its tenant reads of it on /v1, and nothing of a colleague's", async () => {
  const { tenant, merchant, card } = await createShops();
  const query = { merchant: merchant.id };
  const captures = await call(merchant, contracts.listTransactions, { body: {} });
  assert.deepEqual(captures.body, withoutPayer((await call(tenant, records.listCaptures, { query })).body));
  assert.deepEqual(
    captures.body.data.map(({ amount }) => amount),
    [30, 20, 10],
  );
  const refunds = await call(merchant, contracts.listMerchantRefunds, {});
  assert.deepEqual(refunds.body, withoutPayer((await call(tenant, records.listRefunds, { query })).body));
  assert.equal(refunds.body.data.length, 2);
  const batches = await call(merchant, contracts.listSettlements, { body: {} });
  assert.deepEqual(batches.body, (await call(tenant, settlement.listBatches, { query })).body);
  assert.deepEqual(
    batches.body.data.map(({ payout }) => payout),
    [25, 25],
  );
  const payouts = await call(merchant, contracts.listMerchantPayouts, { body: {} });
  assert.deepEqual(payouts.body, (await call(tenant, settlement.listPayouts, { query })).body);
  for (const { batchId } of batches.body.data) {
    const lines = await call(merchant, contracts.listMerchantLines, { body: { batchId } });
    const { body } = await call(tenant, settlement.listBatchLines, { params: { id: batchId } });
    assert.deepEqual(lines.body, withoutPayer(body));
  }
  const money = await call(merchant, contracts.getMerchantBalances, {});
  assert.deepEqual(money.body, (await call(tenant, balances.listBalances, { query })).body);
  const account = { ...query, currency: "USD" };
  const entries = await call(merchant, contracts.listMerchantEntries, { body: { currency: "USD" } });
  assert.deepEqual(entries.body, (await call(tenant, balances.listBalanceTransactions, { query: account })).body);
  assert.equal(entries.body.data.length, 7);
  assert.ok(captures.body.data.every((record) => record.card === card.id));
});

test("the filters of /v1 in a body", async () => {
  const { merchant, card } = await createShops();
  const amounts = async (body: object) => {
    const reply = await call(merchant, contracts.listTransactions, { rawBody: JSON.stringify(body) });
    return reply.body.data.map(({ amount }) => amount);
  };
  assert.deepEqual(
    await amounts({ created: { gte: "2026-03-02T10:00:02.000Z", lt: "2026-03-02T10:00:04.000Z" } }),
    [20],
  );
  assert.deepEqual(await amounts({ amount: { gte: 10.01, lte: 20 } }), [20]);
  assert.deepEqual(await amounts({ merchantReference: "order-30" }), [30]);
  assert.deepEqual(
    await amounts({ card: card.id, member: card.memberId, instrument: "card", currency: "USD", limit: 1 }),
    [30],
  );
  assert.deepEqual(await amounts({ metadata: { order: "1001" } }), []);
  assert.deepEqual(await amounts({ status: "PendingSettlement" }), []);
});

const LISTS = [
  { operation: contracts.listTransactions, body: {}, id: "transactionId" },
  { operation: contracts.listMerchantRefunds, body: {}, id: "refundId" },
  { operation: contracts.listSettlements, body: {}, id: "batchId" },
  { operation: contracts.listMerchantPayouts, body: {}, id: "payoutId" },
  { operation: contracts.getMerchantBalances, body: {}, id: "balanceId" },
  { operation: contracts.listMerchantEntries, body: { currency: "USD" }, id: "id" },
] as const;

for (const list of LISTS) {
  const operation = list.operation as typeof contracts.listTransactions;

  test(`${operation.id}: pages, and refuses what is wrong or another's`, async () => {
    const { merchant, colleague } = await createShops();
    const page = async (of: typeof merchant, more: object) => {
      const { body } = await call(of, operation, { rawBody: JSON.stringify({ ...list.body, ...more }) });
      const data = body.data as readonly Readonly<Record<string, unknown>>[];
      return { ids: data.map((record) => String(record[list.id])), hasMore: body.hasMore };
    };
    const { ids } = await page(merchant, {});
    const met: string[] = [];
    for (let more: object = { limit: 1 }; ; ) {
      const one: Awaited<ReturnType<typeof page>> = await page(merchant, more);
      met.push(...one.ids);
      if (!one.hasMore) break;
      more = { limit: 1, starting_after: met.at(-1) };
    }
    assert.deepEqual(met, ids);
    const last = ids.at(-1);
    assert.deepEqual((await page(merchant, { ending_before: last })).ids, ids.slice(0, -1));
    const [theirs] = (await page(colleague, {})).ids;
    const stranger = await createTestMerchant(await createTestTenant());
    const refuse = (of: typeof merchant, more: object, expected: typeof INVALID | typeof UNKNOWN) =>
      expectError(of, operation, { rawBody: JSON.stringify({ ...list.body, ...more }) }, expected);
    for (const cursor of ["starting_after", "ending_before"]) {
      await refuse(merchant, { [cursor]: theirs }, UNKNOWN);
      await refuse(stranger, { [cursor]: last }, UNKNOWN);
    }
    assert.deepEqual((await page(stranger, {})).ids, []);
    for (const more of [
      { limit: 0 },
      { limit: "10" },
      { starting_after: "x" },
      { stat: "x" },
      { merchant: colleague.id },
    ]) {
      await refuse(merchant, more, INVALID);
    }
    await refuse(merchant, { starting_after: last, ending_before: last }, INVALID);
    const sent = { rawBody: JSON.stringify(list.body) };
    await expectError(null, operation, sent, { status: 401, code: "authentication_failed" });
  });
}

test("the lines of a batch are its merchant's", async () => {
  const { merchant, colleague } = await createShops();
  const { body } = await call(colleague, contracts.listSettlements, {});
  const batchId = body.data[0]?.batchId ?? "";
  const { body: lines } = await call(colleague, contracts.listMerchantLines, { body: { batchId, limit: 1 } });
  const [first] = lines.data;
  assert.equal(lines.hasMore, true);
  const more = { batchId, starting_after: first?.id ?? "" };
  const { body: rest } = await call(colleague, contracts.listMerchantLines, { body: more });
  const kinds = [...lines.data, ...rest.data].map(({ kind }) => kind);
  assert.deepEqual(kinds.sort(), ["capture", "refund"]);
  for (const of of [merchant, await createTestMerchant(await createTestTenant())]) {
    await expectError(of, contracts.listMerchantLines, { body: { batchId } }, NO_BATCH);
  }
  for (const rawBody of [
    "{}",
    '{"batchId":"x"}',
    JSON.stringify({ batchId, limit: 101 }),
    JSON.stringify({ batchId, kind: "x" }),
  ]) {
    await expectError(merchant, contracts.listMerchantLines, { rawBody }, INVALID);
  }
  await expectError(colleague, contracts.listMerchantLines, { body: { batchId, starting_after: batchId } }, UNKNOWN);
  const sent = { body: { batchId } };
  await expectError(null, contracts.listMerchantLines, sent, { status: 401, code: "authentication_failed" });
});
