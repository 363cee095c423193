import assert from "node:assert/strict";
import { test } from "node:test";
import {
  authorizeTransaction,
  captureTransaction,
  getTransaction,
  refundTransaction,
  sellTransaction,
} from "@/server/contracts/rest/transactions";
import { assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { increment } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  createTestMerchantHold,
  createTestSale,
  readTransaction,
  settleNow,
} from "@/server/testing/factories/transactions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const MISSING = { status: 404, code: "transaction_not_found" } as const;

async function withMerchant() {
  const tenant = await createTestTenant();
  return { tenant, merchant: await createTestMerchant(tenant) };
}

test("a sale, partly refunded and settled: all of its figures, by id and by reference", async () => {
  const clock = withFakeClock(START);
  const { tenant, merchant } = await withMerchant();
  const sale = await createTestSale(merchant, { merchantReference: "order-1" });
  const { transactionId, authorizationId } = sale;
  clock.advance(1_000);
  const { refundId } = (await call(merchant, refundTransaction, { body: { transactionId, amount: 7.25 } })).body;
  clock.advance(1_000);
  await settleNow(tenant, merchant);
  const settledAt = clock.now().toISOString();
  const byId = await readTransaction(merchant, { transactionId });
  const { approvalCode, captures, refunds, ...rest } = byId;
  assert.match(approvalCode ?? "", /^\d{6}$/);
  assert.deepEqual(rest, {
    authorizationId,
    recordId: rest.recordId,
    parentAuthorization: null,
    approved: true,
    status: "Authorization Partially Refunded",
    currency: "USD",
    authorizedAmount: 60,
    remainingAuthorizedAmount: 0,
    voidedAmount: 0,
    capturedAmount: 60,
    refundedAmount: 7.25,
    capturable: 0,
    voidable: 0,
    refundable: 52.75,
    merchantReference: "order-1",
    recurringAuthorizationId: null,
    riskScore: 10,
    reasonCode: null,
    reasonMessage: null,
    details: null,
    matchWords: null,
    metadata: null,
    createdAt: START,
    expiresAt: "2026-03-09T10:00:00.000Z",
    otherAuthorizations: [],
  });
  const { receipt, ...capture } = captures[0] ?? {};
  assert.deepEqual([captures.length, receipt?.id.startsWith(transactionId)], [1, true]);
  const { batchId = null, payoutId = null } = captures[0] ?? {};
  assert.ok(batchId && payoutId);
  assert.deepEqual(capture, {
    transactionId,
    capturedAmount: 60,
    refundedAmount: 7.25,
    remainingRefundable: 52.75,
    status: "Captured",
    merchantReference: "order-1",
    metadata: null,
    createdAt: START,
    settledAt,
    batchId,
    payoutId,
  });
  const createdAt = "2026-03-02T10:00:01.000Z";
  const told = { refundId, transactionId, amount: 7.25, reason: "RV05", status: "Refunded", createdAt, settledAt };
  assert.deepEqual(refunds, [{ ...told, merchantReference: null, metadata: null, batchId, payoutId }]);
  assert.deepEqual(await readTransaction(merchant, { merchantReference: "order-1" }), byId);
  await assertBooksBalance();
});

test("an uncaptured hold by its reference: nothing captured, what remains, and expired after its time", async () => {
  const clock = withFakeClock(START);
  const { merchant } = await withMerchant();
  const { authorizationId } = await createTestMerchantHold(merchant, { merchantReference: "hold-1" });
  const held = await readTransaction(merchant, { merchantReference: "hold-1" });
  assert.deepEqual(
    [held.authorizationId, held.status, held.remainingAuthorizedAmount, held.capturedAmount, held.captures],
    [authorizationId, "Authorization Approved", 60, 0, []],
  );
  clock.advance(7 * DAY_MS);
  const over = await readTransaction(merchant, { merchantReference: "hold-1" });
  assert.deepEqual([over.status, over.remainingAuthorizedAmount], ["Authorization Expired", 0]);
});

test("a declined sale by its reference says why, and has no money", async () => {
  const { tenant, merchant } = await withMerchant();
  const { panToken } = await createTestCard(tenant, { fundsMinor: 1n });
  const sale = { amount: 5, paymentMethod: panToken, merchantReference: "order-2" };
  const { authorizationId } = (await call(merchant, sellTransaction, { body: sale })).body;
  const record = await readTransaction(merchant, { merchantReference: "order-2" });
  assert.deepEqual(
    [record.authorizationId, record.approved, record.status, record.reasonCode, record.authorizedAmount],
    [authorizationId, false, "Authorization Declined", "51", 0],
  );
  assert.deepEqual([record.expiresAt, record.approvalCode, record.captures, record.refunds], [null, null, [], []]);
});

test("a shared reference finds the newest; a capture's finds its authorization with all captures", async () => {
  const clock = withFakeClock(START);
  const { tenant, merchant } = await withMerchant();
  const poor = await createTestCard(tenant, { fundsMinor: 1n });
  const failed = { amount: 5, paymentMethod: poor.panToken, merchantReference: "same" };
  await call(merchant, sellTransaction, { body: failed });
  clock.advance(1);
  const second = await createTestSale(merchant, { merchantReference: "same" });
  clock.advance(1);
  await createTestSale(merchant, { merchantReference: "different" });
  const found = await readTransaction(merchant, { merchantReference: "same" });
  assert.deepEqual([found.authorizationId, found.captures.length], [second.authorizationId, 1]);
  const { authorizationId } = await createTestMerchantHold(merchant, { merchantReference: "hold" });
  for (const merchantReference of ["shipped-1", "same"]) {
    clock.advance(1);
    await call(merchant, captureTransaction, { body: { authorizationId, amount: 10, merchantReference } });
  }
  for (const merchantReference of ["shipped-1", "same", "hold"]) {
    const record = await readTransaction(merchant, { merchantReference });
    assert.deepEqual(
      [record.authorizationId, record.merchantReference, record.captures.map((c) => c.merchantReference)],
      [authorizationId, "hold", ["shipped-1", "same"]],
    );
  }
});

test("a transactionId lists one capture with its refunds; the figures are the authorization's", async () => {
  const { merchant } = await withMerchant();
  const { authorizationId } = await createTestMerchantHold(merchant);
  const capture = async (amount: number) =>
    (await call(merchant, captureTransaction, { body: { authorizationId, amount } })).body.transactionId;
  const [first, second] = [await capture(10), await capture(20)];
  await call(merchant, refundTransaction, { body: { transactionId: second, amount: 5 } });
  for (const [transactionId, captured, refunded] of [
    [first, 10, 0],
    [second, 20, 5],
  ] as const) {
    const record = await readTransaction(merchant, { transactionId });
    assert.deepEqual([record.capturedAmount, record.refundedAmount, record.remainingAuthorizedAmount], [30, 5, 30]);
    assert.deepEqual(
      record.captures.map((capture) => [capture.transactionId, capture.capturedAmount, capture.refundedAmount]),
      [[transactionId, captured, refunded]],
    );
    assert.ok(record.refunds.every((refund) => refund.transactionId === transactionId));
  }
});

test("a missing, a refund's, an authorization's, and another merchant's id get the same 404", async () => {
  const { tenant, merchant } = await withMerchant();
  const sale = await createTestSale(merchant, { merchantReference: "mine" });
  const { transactionId } = sale;
  const { refundId } = (await call(merchant, refundTransaction, { body: { transactionId, amount: 1 } })).body;
  const texts = new Set<string>();
  for (const id of [refundId, sale.authorizationId, "3Fq8rT2kZb7Wn4XsD", "x"]) {
    texts.add((await expectError(merchant, getTransaction, { body: { transactionId: id } }, MISSING)).text);
  }
  const strangers = [await createTestMerchant(tenant), await createTestMerchant(await createTestTenant())];
  for (const stranger of strangers) {
    for (const body of [{ transactionId }, { merchantReference: "mine" }]) {
      texts.add((await expectError(stranger, getTransaction, { body }, MISSING)).text);
    }
  }
  assert.equal(texts.size, 1);
});

test("under one reference what was approved comes before what was declined, and the others are named", async () => {
  const clock = withFakeClock(START);
  const { tenant, merchant } = await withMerchant();
  const { panToken } = await createTestCard(tenant, { fundsMinor: 9_00n });
  const numbers: (string | null)[] = [];
  for (const [amount, approved] of [
    [10, false],
    [4, true],
    [5, true],
    [1, false],
  ] as const) {
    clock.advance(1);
    const body = { amount, paymentMethod: panToken, merchantReference: "retry" };
    const answer = (await call(merchant, authorizeTransaction, { body })).body;
    assert.equal(answer.approved, approved);
    numbers.push(answer.authorizationId);
    const { authorizationId, otherAuthorizations } = await readTransaction(merchant, { merchantReference: "retry" });
    const [expected, others] = [numbers[Math.min(numbers.length - 1, 2)], numbers.length > 2 ? [numbers[1]] : []];
    assert.deepEqual([authorizationId, otherAuthorizations], [expected, others]);
  }
});

test("a capture of an increment alone stays that of the addressed authorization", async () => {
  const { tenant, merchant } = await withMerchant();
  const { authorizationId } = await createTestMerchantHold(merchant, { amount: 30 });
  await increment(tenant, authorizationId, 20);
  await call(merchant, captureTransaction, { body: { authorizationId, amount: 30 } });
  const { transactionId } = (await call(merchant, captureTransaction, { body: { authorizationId } })).body;
  assert.equal((await readTransaction(merchant, { transactionId })).authorizationId, authorizationId);
});
