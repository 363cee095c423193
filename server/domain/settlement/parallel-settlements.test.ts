import assert from "node:assert/strict";
import { test } from "node:test";
import { refundTransaction, reverseTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { assertBooksBalance } from "@/server/testing/books";
import { send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { merchantBalance } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale, settleNow } from "@/server/testing/factories/transactions";

withTestDatabase();

const ROUNDS = 4;
const SELLERS = 6;
const SALES = 5;
const SETTLEMENTS = 10;
const MAX_POLLS = 200;

type Settled = Awaited<ReturnType<typeof settleNow>>;

async function trade(merchant: TestMerchant, card: Parameters<typeof createTestSale>[1], seed: number): Promise<void> {
  for (let i = 0; i < SALES; i += 1) {
    const { transactionId } = await createTestSale(merchant, { ...card, amount: 10 });
    const kind = (seed + i) % 4;
    if (kind === 0) continue;
    const reply =
      kind === 1
        ? await send(merchant, reverseTransaction, { body: { transactionId } })
        : await send(merchant, refundTransaction, { body: { transactionId, ...(kind === 2 ? { amount: 3 } : {}) } });
    const isSettled = reply.status === 409 && reply.text.includes("already_settled");
    assert.ok(reply.status === 200 || isSettled, `${reply.status}: ${reply.text}`);
  }
}

/** A line of the current millisecond waits for the next settlement. */
async function settleRest(merchant: TestMerchant): Promise<Settled["batches"]> {
  const batches: Settled["batches"] = [];
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const settled = await settleNow(merchant.tenant, merchant);
    batches.push(...settled.batches);
    if (settled.balances.every(({ pending }) => pending === 0)) return batches;
  }
  throw new Error("something stays pending");
}

async function assertAllSettledOnce(merchant: TestMerchant, batches: Settled["batches"]): Promise<void> {
  const where = { merchantId: merchant.id };
  const [captures, refunds, stored] = await Promise.all([
    getPrisma().capture.findMany({ where }),
    getPrisma().refund.findMany({ where }),
    getPrisma().settlementBatch.findMany({ where }),
  ]);
  assert.deepEqual(batches.map(({ batchId }) => batchId).sort(), stored.map(({ id }) => id).sort());
  const lines = batches.flatMap((batch) => batch.lines.map(({ id }) => id));
  assert.deepEqual(
    lines.sort(),
    [...captures.map(({ id }) => id), ...refunds.map(({ reversalId }) => reversalId)].sort(),
  );
  const net =
    captures.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) -
    refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const paid = stored.reduce((sum, { payoutMinor }) => sum + payoutMinor, 0n);
  const owed = stored.reduce((sum, batch) => sum + batch.carriedOutMinor - batch.carriedInMinor, 0n);
  assert.equal(paid + owed, net);
  assert.equal(await merchantBalance(merchant), owed);
}

test("ten settlements at once with sales, refunds, reversals: each line settles once, none is forgotten", async () => {
  const merchant = await createTestMerchant(await createTestTenant(), { isSameDayReversalEnabled: true });
  const batches: Settled["batches"] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const cards = await Promise.all(Array.from({ length: SELLERS }, () => createTestCard(merchant.tenant)));
    const trades = cards.map((card, i) => trade(merchant, { card }, round + i));
    const settlements = Array.from({ length: SETTLEMENTS }, () => settleNow(merchant.tenant, merchant));
    const [settled] = await Promise.all([Promise.all(settlements), Promise.all(trades)]);
    batches.push(...settled.flatMap((each) => each.batches));
  }
  batches.push(...(await settleRest(merchant)));
  await assertAllSettledOnce(merchant, batches);
  await assertBooksBalance();
});

test("a settlement of one merchant waits for none of another", async () => {
  const tenant = await createTestTenant();
  const merchants = [];
  for (let i = 0; i < 5; i += 1) merchants.push(await createTestMerchant(tenant));
  for (const merchant of merchants) await createTestSale(merchant, { amount: 10 });
  // All merchants and each alone, repeatedly: whichever is second finds nothing.
  const batches = (
    await Promise.all([
      ...merchants.map((merchant) => settleNow(tenant, merchant)),
      ...Array.from({ length: 5 }, () => settleNow(tenant)),
    ])
  ).flatMap((settled) => settled.batches);
  for (const merchant of merchants) {
    const own = batches.filter((batch) => batch.merchant === merchant.id);
    await assertAllSettledOnce(merchant, [...own, ...(await settleRest(merchant))]);
  }
  await assertBooksBalance();
});
