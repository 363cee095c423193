import assert from "node:assert/strict";
import { test } from "node:test";
import { captureTransaction, refundTransaction } from "@/server/contracts/rest/transactions";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { amountsLeft, assertFigures, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  createTestMerchantHold,
  createTestSale,
  readTransaction,
  settleNow,
} from "@/server/testing/factories/transactions";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const ALLOWED = ["Authorization Partially Captured", "Authorization Captured", "Authorization Partially Refunded"];
const TOO_MUCH = { status: 409, code: "amount_exceeds_refundable" } as const;
const NOTHING_LEFT = { status: 409, code: "transaction_not_refundable" } as const;

async function withSale() {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  return { tenant, merchant, ...(await createTestSale(merchant)) };
}

test("in parts down to the last cent, and no further; a receipt with each", async () => {
  const { tenant, merchant, card, transactionId, authorizationId } = await withSale();
  const first = await call(merchant, refundTransaction, { body: { transactionId, amount: 19.99, reason: "RV04" } });
  const { refundId, recordId, receipt, ...rest } = first.body;
  assert.equal(first.status, 200);
  assert.deepEqual(rest, {
    transactionId,
    authorizationId,
    refundedAmount: 19.99,
    remainingRefundable: 40.01,
    status: "PartiallyRefunded",
    authorizationStatus: "Authorization Partially Refunded",
    merchantReference: null,
    metadata: null,
  });
  assert.equal((await readTransaction(merchant, { transactionId })).recordId, recordId);
  assert.ok(receipt.id.startsWith(`${transactionId}-`));
  const options = { body: { transactionId, amount: 40.02 } };
  const { error } = await expectError(merchant, refundTransaction, options, TOO_MUCH);
  assert.equal(error.field, "amount");
  const left = { status: "Authorization Partially Refunded", allowed: ALLOWED, ...amountsLeft(0, 40.01) };
  assert.deepEqual(error.details, { ...left, remainingRefundable: 40.01 });
  const last = await call(merchant, refundTransaction, { body: { transactionId } });
  assert.deepEqual([last.body.refundedAmount, last.body.remainingRefundable, last.body.status], [40.01, 0, "Refunded"]);
  const again = await expectError(merchant, refundTransaction, { body: { transactionId } }, NOTHING_LEFT);
  const nothing = { status: "Authorization Reversed", allowed: ALLOWED, ...amountsLeft(0, 0) };
  assert.deepEqual(again.error.details, { ...nothing, remainingRefundable: 0 });
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertFigures(tenant, authorizationId, ["Authorization Reversed", 60, 60, 60]);
  const { refunds } = await readTransaction(merchant, { transactionId });
  assert.deepEqual(
    refunds.map((refund) => [refund.refundId, refund.amount, refund.reason, refund.settledAt]),
    [
      [refundId, 19.99, "RV04", null],
      [last.body.refundId, 40.01, "RV05", null],
    ],
  );
  const kinds = (await listStoredEvents(tenant)).map(({ type, facts }) => [
    type,
    facts.kind,
    facts.amountRefundedMinor,
  ]);
  assert.deepEqual(kinds.filter(([type]) => type === "authorization.reversed").sort(), [
    ["authorization.reversed", "refund", "1999"],
    ["authorization.reversed", "refund", "4001"],
  ]);
  await assertBooksBalance();
});

test("of several captures of one authorization only the one that is named gives back", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const { authorizationId, card } = await createTestMerchantHold(merchant);
  const capture = async (amount: number) =>
    (await call(merchant, captureTransaction, { body: { authorizationId, amount } })).body.transactionId;
  const [first, second] = [await capture(20), await capture(30)];
  const options = { body: { transactionId: second, amount: 30.01 } };
  assert.deepEqual((await expectError(merchant, refundTransaction, options, TOO_MUCH)).error.details, {
    status: "Authorization Partially Captured",
    allowed: ALLOWED,
    ...amountsLeft(10, 50),
    remainingRefundable: 30,
  });
  await call(merchant, refundTransaction, { body: { transactionId: second } });
  await expectError(merchant, refundTransaction, { body: { transactionId: second } }, NOTHING_LEFT);
  for (const [transactionId, refunded, refundable] of [
    [first, 0, 20],
    [second, 30, 0],
  ] as const) {
    const { captures, refunds } = await readTransaction(merchant, { transactionId });
    assert.deepEqual(
      captures.map((capture) => [capture.transactionId, capture.refundedAmount, capture.remainingRefundable]),
      [[transactionId, refunded, refundable]],
    );
    assert.equal(refunds.length, refunded > 0 ? 1 : 0);
  }
  await assertFigures(tenant, authorizationId, ["Authorization Partially Captured", 60, 50, 30]);
  await assertBalance(card.accountId, { postedMinor: 980_00n, heldMinor: 10_00n });
  await assertBooksBalance();
});

test("a capture of increments is given back as one, across its parts", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const { authorizationId, card } = await createTestMerchantHold(merchant, { amount: 10 });
  await increment(tenant, authorizationId, 20);
  await increment(tenant, authorizationId, 30);
  const { transactionId } = (await call(merchant, captureTransaction, { body: { authorizationId } })).body;
  const part = await call(merchant, refundTransaction, { body: { transactionId, amount: 45 } });
  assert.deepEqual([part.body.refundedAmount, part.body.remainingRefundable], [45, 15]);
  const { captures, refunds } = await readTransaction(merchant, { transactionId });
  assert.deepEqual(
    [captures.length, captures[0]?.refundedAmount, captures[0]?.remainingRefundable, refunds.map((r) => r.amount)],
    [1, 45, 15, [45]],
  );
  await call(merchant, refundTransaction, { body: { transactionId } });
  await assertFigures(tenant, authorizationId, ["Authorization Reversed", 60, 60, 60]);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("with reverses on /v1 in between both surfaces show the same, and the sum is what was captured", async () => {
  const { tenant, merchant, card, transactionId, authorizationId } = await withSale();
  await call(merchant, refundTransaction, { body: { transactionId, amount: 10 } });
  assert.equal((await reverse(tenant, authorizationId, 15)).amountReversed, 15);
  const { captures, refundedAmount, status } = await readTransaction(merchant, { transactionId });
  assert.deepEqual(
    [captures[0]?.refundedAmount, captures[0]?.remainingRefundable, refundedAmount, status],
    [25, 35, 25, "Authorization Partially Refunded"],
  );
  await assertFigures(tenant, authorizationId, ["Authorization Partially Refunded", 60, 60, 25]);
  const options = { body: { transactionId, amount: 35.01 } };
  await expectError(merchant, refundTransaction, options, TOO_MUCH);
  await call(merchant, refundTransaction, { body: { transactionId } });
  await assertFigures(tenant, authorizationId, ["Authorization Reversed", 60, 60, 60]);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("months later and after settlement: the next batch starts with a debt", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, merchant, card, transactionId } = await withSale();
  clock.advance(DAY_MS);
  assert.equal((await settleNow(tenant, merchant)).batches[0]?.payout, 60);
  clock.advance(100 * DAY_MS);
  const { body } = await call(merchant, refundTransaction, { body: { transactionId, amount: 25 } });
  assert.equal(body.status, "PartiallyRefunded");
  const record = await readTransaction(merchant, { transactionId });
  assert.deepEqual([record.captures[0]?.status, record.refunds[0]?.settledAt], ["Captured", null]);
  clock.advance(1_000);
  const { batches } = await settleNow(tenant, merchant);
  assert.deepEqual([batches[0]?.refunded, batches[0]?.payout, batches[0]?.carriedOut], [25, 0, -25]);
  assert.notEqual((await readTransaction(merchant, { transactionId })).refunds[0]?.settledAt, null);
  await assertBalance(card.accountId, { postedMinor: 965_00n, heldMinor: 0n });
  await assertBooksBalance();
});
