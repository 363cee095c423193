import assert from "node:assert/strict";
import { test } from "node:test";
import { reverseAuthorization } from "@/server/contracts/rest/authorizations";
import {
  captureTransaction,
  refundTransaction,
  reverseTransaction,
  voidTransaction,
} from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { type Reply, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { assertFigures, increment } from "@/server/testing/factories/authorization-steps";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  createTestMerchantHold,
  createTestSale,
  readTransaction,
  settleNow,
} from "@/server/testing/factories/transactions";

withTestDatabase();

async function withMerchant() {
  const tenant = await createTestTenant();
  return { tenant, merchant: await createTestMerchant(tenant, { isSameDayReversalEnabled: true }) };
}

async function tally(replies: readonly Promise<Reply>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, text } of await Promise.all(replies)) {
    const outcome = status === 200 ? "200" : `${status} ${JSON.parse(text).error.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

test("40 refunds of 7.00 at once of a sale of 60.00: eight pass, then 4.00 are left", async () => {
  const { tenant, merchant } = await withMerchant();
  const { transactionId, authorizationId, card } = await createTestSale(merchant);
  const body = { transactionId, amount: 7 };
  const refunds = Array.from({ length: 40 }, () => send(merchant, refundTransaction, { body }));
  assert.deepEqual(await tally(refunds), { "200": 8, "409 amount_exceeds_refundable": 32 });
  await assertFigures(tenant, authorizationId, ["Authorization Partially Refunded", 60, 60, 56]);
  const { captures } = await readTransaction(merchant, { transactionId });
  assert.equal(captures[0]?.remainingRefundable, 4);
  await assertBalance(card.accountId, { postedMinor: 996_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("refunds, reverses on /v1, same-day reversals and voids at once: never more back than was taken", async () => {
  const { tenant, merchant } = await withMerchant();
  for (let round = 0; round < 6; round += 1) {
    const { authorizationId, card } = await createTestMerchantHold(merchant, { amount: 40 });
    await increment(tenant, authorizationId, 20);
    const options = { body: { authorizationId, amount: 50 } };
    const { transactionId } = JSON.parse((await send(merchant, captureTransaction, options)).text);
    const reverse = { params: { id: authorizationId }, body: { amount: 6 } };
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => [
        send(merchant, refundTransaction, { body: { transactionId, amount: 5 } }),
        send(tenant, reverseAuthorization, reverse),
        ...(i === 4 ? [send(merchant, voidTransaction, { body: { authorizationId } })] : []),
        ...(i === 6 && round % 2 === 0 ? [send(merchant, reverseTransaction, { body: { transactionId } })] : []),
      ]).flat(),
    );
    assert.ok(replies.every(({ status }) => status === 200 || status === 409));
    const { captures, refunds, voidedAmount } = await readTransaction(merchant, { transactionId });
    const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
    assert.equal(captures[0]?.refundedAmount, refunded);
    assert.ok(refunded <= 50 && refunded > 44, `${refunded} of 50`);
    assert.equal(voidedAmount, 10);
    const rows = await getPrisma().capture.findMany({ where: { transactionId } });
    assert.ok(rows.every(({ amountMinor, refundedMinor }) => refundedMinor <= amountMinor));
    const status = refunded === 50 ? "Authorization Reversed" : "Authorization Partially Refunded";
    await assertFigures(tenant, authorizationId, [status, 60, 50, refunded + 10]);
    const postedMinor = 1_000_00n - BigInt((50 - refunded) * 100);
    await assertBalance(card.accountId, { postedMinor, heldMinor: 0n });
  }
  await assertBooksBalance();
});

test("refunds of two captures of one authorization at once: each gives back its own, and all of it", async () => {
  const { merchant } = await withMerchant();
  const { authorizationId, card } = await createTestMerchantHold(merchant);
  const ids: string[] = [];
  for (const amount of [25, 35]) {
    const reply = await send(merchant, captureTransaction, { body: { authorizationId, amount } });
    ids.push(JSON.parse(reply.text).transactionId);
  }
  const refunds = ids.flatMap((transactionId) =>
    Array.from({ length: 10 }, () => send(merchant, refundTransaction, { body: { transactionId, amount: 5 } })),
  );
  const { "200": passed, ...refused } = await tally(refunds);
  assert.equal(passed, 12);
  assert.equal(
    Object.values(refused).reduce((sum, count) => sum + count, 0),
    8,
  );
  for (const transactionId of ids) {
    const { captures } = await readTransaction(merchant, { transactionId });
    assert.equal(captures[0]?.remainingRefundable, 0);
  }
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("captures and voids of one hold at once use it up once", async () => {
  const { tenant, merchant } = await withMerchant();
  for (let round = 0; round < 6; round += 1) {
    const { authorizationId, card } = await createTestMerchantHold(merchant);
    const body = { authorizationId, amount: 7 };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => [
        send(merchant, captureTransaction, { body }),
        send(merchant, voidTransaction, { body }),
      ]).flat(),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, 8);
    const captured = replies.filter(({ status, text }) => status === 200 && "transactionId" in JSON.parse(text)).length;
    const status = captured > 0 ? "Authorization Partially Captured" : "Authorization Partially Reversed";
    await assertFigures(tenant, authorizationId, [status, 60, captured * 7, (8 - captured) * 7]);
    const postedMinor = 1_000_00n - BigInt(captured * 7_00);
    await assertBalance(card.accountId, { postedMinor, heldMinor: 4_00n });
  }
  await assertBooksBalance();
});

test("a reversal racing settlement, 30 rounds: reversed before or refused after, and the books balance", async () => {
  const { tenant, merchant } = await withMerchant();
  const outcomes = { reversed: 0, settled: 0 };
  for (let round = 0; round < 30; round += 1) {
    const { transactionId, card } = await createTestSale(merchant);
    const reverse = () => send(merchant, reverseTransaction, { body: { transactionId } });
    const settle = () => settleNow(tenant, merchant);
    // Alternates which one starts, to cover both orders.
    const [first, second] = round % 2 === 0 ? [settle(), reverse()] : [reverse(), settle()];
    const [a, b] = await Promise.all([first, second]);
    const reply = ("text" in a ? a : b) as Reply;
    const record = await readTransaction(merchant, { transactionId });
    if (reply.status === 200) {
      outcomes.reversed += 1;
      assert.equal(record.refundedAmount, 60);
      await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
    } else {
      outcomes.settled += 1;
      assert.deepEqual([reply.status, JSON.parse(reply.text).error.code], [409, "already_settled"]);
      assert.deepEqual([record.refundedAmount, record.captures[0]?.status], [0, "Captured"]);
      await assertBalance(card.accountId, { postedMinor: 940_00n, heldMinor: 0n });
    }
  }
  await settleNow(tenant, merchant);
  // A reversal after the cutoff of a batch in the making nets into the next one.
  const { balances } = await settleNow(tenant, merchant);
  const { paidOut = 0, carriedOver = 0, pending } = balances[0] ?? {};
  assert.deepEqual([paidOut + carriedOver, pending], [outcomes.settled * 60, 0]);
  await assertBooksBalance();
});

test("50 same-day reversals at once undo once", async () => {
  const { merchant } = await withMerchant();
  const { transactionId, card } = await createTestSale(merchant);
  const reversals = Array.from({ length: 50 }, () => send(merchant, reverseTransaction, { body: { transactionId } }));
  assert.deepEqual(await tally(reversals), { "200": 1, "409 transaction_not_refundable": 49 });
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBooksBalance();
});
