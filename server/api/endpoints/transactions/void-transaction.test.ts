import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizeTransaction, captureTransaction, voidTransaction } from "@/server/contracts/rest/transactions";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { amountsLeft, assertFigures, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold, createTestSale } from "@/server/testing/factories/transactions";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const CAPTURED = { status: 409, code: "already_captured" } as const;
const ALLOWED = ["Authorization Approved", "Authorization Partially Captured", "Authorization Partially Reversed"];
const NOTHING_LEFT = { status: 409, code: "authorization_not_reversible" } as const;

async function withHold() {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  return { tenant, merchant, ...(await createTestMerchantHold(merchant)) };
}

test("without an amount all of the hold goes back, and one event says so", async () => {
  const { tenant, merchant, card, authorizationId } = await withHold();
  const { status, body } = await call(merchant, voidTransaction, { body: { authorizationId } });
  assert.equal(status, 200);
  assert.match(body.recordId, /^\w{17}$/);
  assert.deepEqual(body, {
    authorizationId,
    recordId: body.recordId,
    voidedAmount: 60,
    remainingAuthorizedAmount: 0,
    capturedAmount: 0,
    status: "Voided",
    authorizationStatus: "Authorization Reversed",
    merchantReference: null,
    metadata: null,
  });
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertFigures(tenant, authorizationId, ["Authorization Reversed", 60, 0, 60]);
  const reversed = (await listStoredEvents(tenant)).filter(({ type }) => type === "authorization.reversed");
  assert.deepEqual(
    reversed.map(({ facts }) => [facts.kind, facts.amountVoidedMinor, facts.reasonCode]),
    [["void", "6000", "RV01"]],
  );
  const { error } = await expectError(merchant, voidTransaction, { body: { authorizationId } }, NOTHING_LEFT);
  assert.deepEqual(error.details, { status: "Authorization Reversed", allowed: ALLOWED, ...amountsLeft(0, 0) });
  await assertBooksBalance();
});

test("in parts, never more than is held", async () => {
  const { merchant, card, authorizationId } = await withHold();
  const part = await call(merchant, voidTransaction, { body: { authorizationId, amount: 19.99 } });
  assert.deepEqual([part.body.voidedAmount, part.body.remainingAuthorizedAmount], [19.99, 40.01]);
  const tooMuch = { status: 409, code: "amount_exceeds_remaining_hold" } as const;
  const options = { body: { authorizationId, amount: 40.02 } };
  const { error } = await expectError(merchant, voidTransaction, options, tooMuch);
  const status = "Authorization Partially Reversed";
  assert.deepEqual(error.details, { status, allowed: ALLOWED, remaining: 40.01, ...amountsLeft(40.01, 0) });
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 40_01n });
  await assertBooksBalance();
});

test("a reversal after a partial capture returns the hold that is left, and keeps what is captured", async () => {
  const { tenant, merchant, card, authorizationId } = await withHold();
  await call(merchant, captureTransaction, { body: { authorizationId, amount: 20 } });
  const { body } = await call(merchant, voidTransaction, { body: { authorizationId } });
  assert.deepEqual([body.voidedAmount, body.remainingAuthorizedAmount], [40, 0]);
  await assertBalance(card.accountId, { postedMinor: 980_00n, heldMinor: 0n });
  await assertFigures(tenant, authorizationId, ["Authorization Captured", 60, 20, 40]);
  await assertBooksBalance();
});

test("a fully captured hold can't be voided: a 409 that names reverse and refund", async () => {
  const { merchant, authorizationId } = await withHold();
  await call(merchant, captureTransaction, { body: { authorizationId } });
  const { authorizationId: sold } = await createTestSale(merchant);
  for (const id of [authorizationId, sold]) {
    const { error } = await expectError(merchant, voidTransaction, { body: { authorizationId: id } }, CAPTURED);
    assert.match(error.message, /transactions\/reverse.*transactions\/refund/);
    assert.deepEqual(error.details, { status: "Authorization Captured", allowed: ALLOWED, ...amountsLeft(0, 60) });
  }
  await assertBooksBalance();
});

test("declined, expired and reversed on /v1: nothing is left to void", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, merchant, authorizationId } = await withHold();
  const poor = await createTestCard(tenant, { fundsMinor: 1n });
  const asked = { body: { amount: 5, paymentMethod: poor.panToken } };
  const declined = (await call(merchant, authorizeTransaction, asked)).body.authorizationId ?? "";
  const reversed = (await createTestMerchantHold(merchant)).authorizationId;
  await reverse(tenant, reversed);
  clock.advance(7 * DAY_MS);
  for (const [id, status] of [
    [declined, "Authorization Declined"],
    [reversed, "Authorization Reversed"],
    [authorizationId, "Authorization Expired"],
  ]) {
    const options = { body: { authorizationId: id ?? "" } };
    const { error } = await expectError(merchant, voidTransaction, options, NOTHING_LEFT);
    assert.deepEqual(error.details, { status, allowed: ALLOWED, ...amountsLeft(0, 0) });
  }
  await assertBooksBalance();
});

test("the first authorization stands for its increments, an increment for itself", async () => {
  const { tenant, merchant, card, authorizationId } = await withHold();
  const child = await increment(tenant, authorizationId, 25);
  const own = await call(merchant, voidTransaction, { body: { authorizationId: child.authorizationId, amount: 5 } });
  assert.deepEqual(own.body, {
    authorizationId: child.authorizationId,
    recordId: child.recordId,
    voidedAmount: 5,
    remainingAuthorizedAmount: 20,
    capturedAmount: 0,
    status: "Voided",
    authorizationStatus: "Authorization Partially Reversed",
    merchantReference: null,
    metadata: null,
  });
  const all = await call(merchant, voidTransaction, { body: { authorizationId } });
  assert.deepEqual([all.body.voidedAmount, all.body.remainingAuthorizedAmount], [80, 0]);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBooksBalance();
});
