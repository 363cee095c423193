import assert from "node:assert/strict";
import { test } from "node:test";
import {
  authorizeTransaction,
  captureTransaction,
  refundTransaction,
  voidTransaction,
} from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { assertFigures, increment } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold, readTransaction } from "@/server/testing/factories/transactions";

withTestDatabase();

const NOT_CAPTURABLE = { status: 409, code: "authorization_not_capturable" } as const;
const START = "2026-03-02T10:00:00.000Z";

async function withHold() {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  return { tenant, merchant, ...(await createTestMerchantHold(merchant)) };
}

test("without an amount all of the hold is captured, pending settlement, with a receipt", async () => {
  const { tenant, merchant, card, authorizationId } = await withHold();
  const { status, body } = await call(merchant, captureTransaction, { body: { authorizationId } });
  const { transactionId, recordId, receipt, ...rest } = body;
  assert.equal(status, 200);
  assert.match(recordId, /^\w{17}$/);
  assert.deepEqual(rest, {
    authorizationId,
    capturedAmount: 60,
    remainingAuthorizedAmount: 0,
    status: "PendingSettlement",
    authorizationStatus: "Authorization Captured",
    merchantReference: null,
    metadata: null,
  });
  assert.ok(receipt.id.startsWith(`${transactionId}-`));
  await assertBalance(card.accountId, { postedMinor: 940_00n, heldMinor: 0n });
  await assertFigures(tenant, authorizationId, ["Authorization Captured", 60, 60, 0]);
  await expectError(merchant, captureTransaction, { body: { authorizationId } }, NOT_CAPTURABLE);
  await assertBooksBalance();
});

test("partial captures are transactions of their own, with references of their own", async () => {
  const { merchant, card, authorizationId } = await withHold();
  const ids: string[] = [];
  for (const [amount, remaining, merchantReference] of [
    [20, 40, "part-1"],
    [15.5, 24.5, "part-2"],
    [24.5, 0, "part-3"],
  ] as const) {
    const { body } = await call(merchant, captureTransaction, { body: { authorizationId, amount, merchantReference } });
    assert.deepEqual([body.capturedAmount, body.remainingAuthorizedAmount], [amount, remaining]);
    ids.push(body.transactionId);
  }
  assert.equal(new Set(ids).size, 3);
  const { captures } = await readTransaction(merchant, { merchantReference: "part-2" });
  assert.deepEqual(
    captures.map(({ transactionId, capturedAmount, merchantReference }) => [
      transactionId,
      capturedAmount,
      merchantReference,
    ]),
    [
      [ids[0], 20, "part-1"],
      [ids[1], 15.5, "part-2"],
      [ids[2], 24.5, "part-3"],
    ],
  );
  await assertBalance(card.accountId, { postedMinor: 940_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a capture beyond the hold is a 409 with what is left", async () => {
  const { merchant, authorizationId } = await withHold();
  await call(merchant, captureTransaction, { body: { authorizationId, amount: 59.5 } });
  const tooMuch = { status: 409, code: "amount_exceeds_remaining_hold" } as const;
  const options = { body: { authorizationId, amount: 0.51 } };
  const { error } = await expectError(merchant, captureTransaction, options, tooMuch);
  assert.equal(error.field, "amount");
  const { remaining, capturable, voidable, refundable } = error.details;
  assert.deepEqual([remaining, capturable, voidable, refundable], [0.5, 0.5, 0.5, 59.5]);
  await assertBooksBalance();
});

test("a voided hold and an expired one are not capturable", async () => {
  const clock = withFakeClock(START);
  const { merchant, authorizationId } = await withHold();
  await call(merchant, voidTransaction, { body: { authorizationId } });
  await expectError(merchant, captureTransaction, { body: { authorizationId } }, NOT_CAPTURABLE);
  const later = await createTestMerchantHold(merchant);
  clock.advance(7 * DAY_MS);
  const options = { body: { authorizationId: later.authorizationId } };
  await expectError(merchant, captureTransaction, options, NOT_CAPTURABLE);
  await assertBooksBalance();
});

test("the record id names a hold as well as the seven digits do", async () => {
  const { tenant, merchant, authorizationId } = await withHold();
  const { id } = await getPrisma().authorization.findFirstOrThrow({ where: { authorizationNumber: authorizationId } });
  const { body } = await call(merchant, captureTransaction, { body: { authorizationId: id, amount: 1 } });
  assert.equal(body.authorizationId, authorizationId);
  await assertFigures(tenant, id, ["Authorization Partially Captured", 60, 1, 0]);
});

test("a capture of the hold and its increments is one transaction", async () => {
  const { tenant, merchant, card, authorizationId } = await withHold();
  await increment(tenant, authorizationId, 25);
  await increment(tenant, authorizationId, 15);
  const { body } = await call(merchant, captureTransaction, { body: { authorizationId, amount: 90 } });
  assert.deepEqual([body.capturedAmount, body.remainingAuthorizedAmount], [90, 10]);
  const { transactionId } = body;
  const parts = await getPrisma().capture.findMany({ where: { transactionId } });
  assert.deepEqual(
    parts.map(({ amountMinor }) => Number(amountMinor)).sort((a, b) => a - b),
    [500, 2500, 6000],
  );
  const record = await readTransaction(merchant, { transactionId });
  assert.equal(record.captures.length, 1);
  assert.deepEqual(
    [record.captures[0]?.transactionId, record.captures[0]?.capturedAmount, record.authorizationId],
    [transactionId, 90, authorizationId],
  );
  // A refund's part has an id, but isn't a transaction.
  const part = parts.find(({ id }) => id !== transactionId)?.id ?? "";
  const missing = { status: 404, code: "transaction_not_found" } as const;
  await expectError(merchant, refundTransaction, { body: { transactionId: part } }, missing);
  await assertBalance(card.accountId, { postedMinor: 910_00n, heldMinor: 10_00n });
  await assertBooksBalance();
});

test("a declined authorization is not capturable", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant, { fundsMinor: 1n });
  const { body } = await call(merchant, authorizeTransaction, { body: { amount: 5, paymentMethod: card.panToken } });
  const options = { body: { authorizationId: body.authorizationId ?? "" } };
  await expectError(merchant, captureTransaction, options, NOT_CAPTURABLE);
});
