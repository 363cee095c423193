import assert from "node:assert/strict";
import { test } from "node:test";
import { captureTransaction, refundTransaction, reverseTransaction } from "@/server/contracts/rest/transactions";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
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

const SETTLED = { status: 409, code: "already_settled" } as const;
const NOTHING_LEFT = { status: 409, code: "transaction_not_refundable" } as const;

async function withSale(isSameDayReversalEnabled = true) {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant, { isSameDayReversalEnabled });
  return { tenant, merchant, ...(await createTestSale(merchant)) };
}

test("a sale reversed before settlement is undone, and no batch has money for it", async () => {
  const { tenant, merchant, card, transactionId, authorizationId } = await withSale();
  const { status, body } = await call(merchant, reverseTransaction, { body: { transactionId } });
  assert.equal(status, 200);
  const { refundId, recordId, ...rest } = body;
  assert.deepEqual(rest, {
    transactionId,
    authorizationId,
    reversedAmount: 60,
    status: "Reversed",
    authorizationStatus: "Authorization Reversed",
    merchantReference: null,
    metadata: null,
  });
  assert.equal((await readTransaction(merchant, { transactionId })).recordId, recordId);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertFigures(tenant, authorizationId, ["Authorization Reversed", 60, 60, 60]);
  const { refunds } = await readTransaction(merchant, { transactionId });
  assert.deepEqual(
    refunds.map(({ amount, reason }) => [amount, reason]),
    [[60, "RV01"]],
  );
  await expectError(merchant, reverseTransaction, { body: { transactionId } }, NOTHING_LEFT);
  const { batches } = await settleNow(tenant, merchant);
  assert.deepEqual(
    batches.map(({ captured, refunded, payout }) => [captured, refunded, payout]),
    [[60, 60, 0]],
  );
  await assertBooksBalance();
});

test("not enabled on the account: 403 whatever the transaction, and nothing happens", async () => {
  const { tenant, merchant, card, transactionId } = await withSale(false);
  const enabled = await createTestMerchant(tenant, { isSameDayReversalEnabled: true });
  const theirs = await createTestSale(enabled);
  const forbidden = { status: 403, code: "not_enabled" } as const;
  for (const id of [transactionId, theirs.transactionId, "3Fq8rT2kZb7Wn4XsD"]) {
    await expectError(merchant, reverseTransaction, { body: { transactionId: id } }, forbidden);
  }
  await assertBalance(card.accountId, { postedMinor: 940_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a sale after settlement, refunded in part or not, is a 409; a refund still works", async () => {
  const { tenant, merchant, card, transactionId } = await withSale();
  const other = await createTestSale(merchant, { card });
  await call(merchant, refundTransaction, { body: { transactionId: other.transactionId, amount: 1 } });
  await settleNow(tenant, merchant);
  for (const id of [transactionId, other.transactionId]) {
    const { error } = await expectError(merchant, reverseTransaction, { body: { transactionId: id } }, SETTLED);
    assert.match(error.message, /transactions\/refund/);
    const { status, allowed, remainingRefundable } = error.details;
    assert.deepEqual([status, allowed], ["Captured", ["PendingSettlement"]]);
    assert.equal(remainingRefundable, id === transactionId ? 60 : 59);
  }
  await call(merchant, refundTransaction, { body: { transactionId } });
  await assertBalance(card.accountId, { postedMinor: 941_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a reversal after a partial refund undoes what is left", async () => {
  const { merchant, card, transactionId } = await withSale();
  await call(merchant, refundTransaction, { body: { transactionId, amount: 12.5 } });
  const { body } = await call(merchant, reverseTransaction, { body: { transactionId } });
  assert.deepEqual([body.reversedAmount, body.status], [47.5, "Reversed"]);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("one of several captures is undone, its increments' parts included; the others and the hold stay", async () => {
  const { tenant, merchant } = await withSale();
  const { authorizationId, card } = await createTestMerchantHold(merchant, { amount: 30 });
  await increment(tenant, authorizationId, 30);
  const capture = async (amount: number) =>
    (await call(merchant, captureTransaction, { body: { authorizationId, amount } })).body.transactionId;
  const [first, second] = [await capture(10), await capture(40)];
  const { body } = await call(merchant, reverseTransaction, { body: { transactionId: second } });
  const { transactionId, reversedAmount, status, authorizationStatus } = body;
  assert.deepEqual(
    [transactionId, body.authorizationId, reversedAmount, status, authorizationStatus],
    [second, authorizationId, 40, "Reversed", "Authorization Partially Captured"],
  );
  const { captures } = await readTransaction(merchant, { transactionId: first });
  assert.deepEqual([captures[0]?.refundedAmount, captures[0]?.remainingRefundable], [0, 10]);
  await assertBalance(card.accountId, { postedMinor: 990_00n, heldMinor: 10_00n });
  await assertBooksBalance();
});
