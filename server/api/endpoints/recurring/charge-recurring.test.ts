import assert from "node:assert/strict";
import { test } from "node:test";
import { chargeRecurring } from "@/server/contracts/rest/recurring";
import { setCardStatus } from "@/server/domain/members";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import {
  charge,
  chargeOutcome,
  createTestAgreement,
  deny,
  readAgreement,
  requestTestAgreement,
  revoke,
} from "@/server/testing/factories/agreements";
import { createTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { read } from "@/server/testing/factories/authorization-steps";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, suspendTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

async function createShop() {
  return createTestMerchant(await createTestTenant());
}

async function countEffects(): Promise<number[]> {
  return Promise.all(["authorizations", "captures", "events", "entries", "idempotency_keys"].map(countRows));
}

test("a charge is a sale without the member: it moves at once, says how, and counts", async () => {
  const clock = withFakeClock(START);
  const merchant = await createShop();
  const agreement = await createTestAgreement(merchant, { maxAmount: 20, interval: "monthly" });
  clock.advance(60_000);
  const { status, body } = await charge(merchant, agreement, { amount: 18, merchantReference: "beans-2026-03" });
  const { transactionId, authorizationId, recordId, riskScore, receipt, ...rest } = body;
  assert.deepEqual(
    [status, rest],
    [
      200,
      {
        approved: true,
        status: "PendingSettlement",
        capturedAmount: 18,
        reasonCode: null,
        reasonMessage: null,
        details: null,
        chargeRequestId: null,
        expiresAt: null,
        approvalUrl: null,
        merchantReference: "beans-2026-03",
        metadata: null,
      },
    ],
  );
  assert.ok(transactionId && receipt && riskScore !== null && riskScore < 85);
  const record = await read(merchant.tenant, authorizationId ?? "");
  assert.equal(record.recordId, recordId);
  assert.deepEqual(
    [record.status, record.captured, record.mode, record.channel, record.card, record.merchant, record.settled],
    ["Authorization Captured", 18, "03", "CHANrecurring0001", agreement.id, merchant.id, null],
  );
  const after = await readAgreement(merchant, agreement);
  assert.deepEqual(
    [after.charges, after.firstApproved, after.lastUsed, after.nextChargeOn],
    [1, "2026-03-02T10:01:00.000Z", "2026-03-02T10:01:00.000Z", "2026-04-02"],
  );
  await assertBalance(agreement.card.accountId, { postedMinor: 982_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("firstApproved stays, lastUsed moves, a decline moves neither", async () => {
  const clock = withFakeClock(START);
  const merchant = await createShop();
  const agreement = await createTestAgreement(merchant, { maxAmount: 20 });
  for (const amount of [10, 10, 20.01]) {
    clock.advance(1_000);
    await charge(merchant, agreement, { amount });
  }
  const { charges, firstApproved, lastUsed } = await readAgreement(merchant, agreement);
  assert.deepEqual([charges, firstApproved, lastUsed], [2, "2026-03-02T10:00:01.000Z", "2026-03-02T10:00:02.000Z"]);
});

test("a charge fires approved and captured, a decline declined, with the agreement as what paid", async () => {
  const merchant = await createShop();
  const { tenant } = merchant;
  const agreement = await createTestAgreement(merchant, { maxAmount: 20 });
  await charge(merchant, agreement, { idempotencyKey: "beans-1" });
  await charge(merchant, agreement, { amount: 21 });
  const events = await listStoredEvents(tenant);
  assert.deepEqual(events.map(({ type }) => type).sort(), [
    "authorization.approved",
    "authorization.captured",
    "authorization.declined",
  ]);
  for (const { type, facts, idempotencyKey } of events) {
    assert.deepEqual([facts.card, facts.merchant, facts.channel], [agreement.id, merchant.id, "CHANrecurring0001"]);
    if (type === "authorization.declined") assert.equal(facts.reasonCode, "61");
    else assert.equal(idempotencyKey, `${type}:beans-1`);
  }
});

test("a declined charge is a record with its reason, and leaves no money moved", async () => {
  const merchant = await createShop();
  const agreement = await createTestAgreement(merchant, { maxAmount: 20 });
  const { body } = await charge(merchant, agreement, { amount: 20.01 });
  assert.deepEqual([body.status, body.reasonCode, body.transactionId], ["Declined", "61", null]);
  const record = await read(merchant.tenant, body.authorizationId ?? "");
  assert.deepEqual(
    [record.status, record.amount, record.captured, record.reasonCode, record.mode],
    ["Authorization Declined", 20.01, 0, "61", "03"],
  );
  await assertBalance(agreement.card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  assert.equal((await readAgreement(merchant, agreement)).charges, 0);
});

test("57 before the answer, after a no and after seven days; R1 after revocation, also of a mere request", async () => {
  const clock = withFakeClock(START);
  const merchant = await createShop();
  const pending = await requestTestAgreement(merchant);
  assert.equal(await chargeOutcome(merchant, pending), "57");
  const denied = await requestTestAgreement(merchant);
  await deny(merchant.tenant, denied);
  assert.equal(await chargeOutcome(merchant, denied), "57");
  const withdrawn = await requestTestAgreement(merchant);
  await revoke(merchant, withdrawn);
  assert.equal(await chargeOutcome(merchant, withdrawn), "R1");
  const active = await createTestAgreement(merchant);
  assert.equal(await chargeOutcome(merchant, active), "PendingSettlement");
  await revoke(merchant, active);
  assert.equal(await chargeOutcome(merchant, active), "R1");
  clock.advance(7 * 86_400_000);
  assert.equal(await chargeOutcome(merchant, pending), "57");
  await assertBooksBalance();
});

test("without a currency the agreement's own, with its decimals; another one is 57 and both are named", async () => {
  const merchant = await createShop();
  const card = await createTestCard(merchant.tenant, { currency: "JPY", fundsMinor: 1_000n });
  const agreement = await createTestAgreement(merchant, { card, maxAmount: 500 });
  assert.equal((await readAgreement(merchant, agreement)).currency, "JPY");
  const { body } = await charge(merchant, agreement, { amount: 500, currency: "EUR" });
  assert.deepEqual(
    [body.approved, body.reasonCode, body.details],
    [false, "57", { rule: "currency", currency: "EUR", accountCurrency: "JPY" }],
  );
  const half = { body: { recurringAuthorizationId: agreement.id, amount: 0.5 } };
  const { error } = await expectError(merchant, chargeRecurring, half, { status: 400, code: "validation_error" });
  assert.equal(error.field, "amount");
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 501 }), "61");
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 200 }), "PendingSettlement");
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 300, currency: "JPY" }), "PendingSettlement");
  await assertBalance(card.accountId, { postedMinor: 500n, heldMinor: 0n });
});

test("the details of a 57 distinguish a waiting agreement, an ended one, and a wrong currency", async () => {
  const merchant = await createShop();
  const pending = await requestTestAgreement(merchant);
  const denied = await requestTestAgreement(merchant);
  await deny(merchant.tenant, denied);
  const active = await createTestAgreement(merchant);
  const detailsOf = async (agreement: { readonly id: string }, currency: string) =>
    (await charge(merchant, agreement, { currency })).body.details;
  assert.deepEqual(await detailsOf(pending, "USD"), { rule: "agreement", status: "PendingApproval" });
  assert.deepEqual(await detailsOf(denied, "USD"), { rule: "agreement", status: "Denied" });
  assert.deepEqual(await detailsOf(active, "EUR"), { rule: "currency", currency: "EUR", accountCurrency: "USD" });
  assert.equal(await detailsOf(active, "USD"), null);
});

test("no funds: 51, and nothing is used up of the interval", async () => {
  const merchant = await createShop();
  const card = await createTestCard(merchant.tenant, { fundsMinor: 10_00n });
  const agreement = await createTestAgreement(merchant, { card, interval: "daily" });
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 10.01 }), "51");
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 10 }), "PendingSettlement");
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 10 }), "65");
});

/** An agreement charges the account; a card is just another way to reach it, and freezing one blocks only that card. */
test("a frozen card does not stop a charge; revoking the agreement does", async () => {
  const merchant = await createShop();
  const agreement = await createTestAgreement(merchant);
  await setCardStatus(networkCaller(), { cardId: agreement.card.id, status: "frozen" });
  assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
});

test("a suspended merchant is declined with 03, a suspended tenant refused", async () => {
  const merchant = await createShop();
  const agreement = await createTestAgreement(merchant);
  await suspendTestMerchant(merchant);
  assert.equal(await chargeOutcome(merchant, agreement), "03");
  await suspendTestTenant(merchant.tenant);
  const options = { body: { recurringAuthorizationId: agreement.id, amount: 1 } };
  await expectError(merchant, chargeRecurring, options, { status: 403, code: "tenant_suspended" });
});

test("a repeated charge is charged once, a repeated decline declined once; the key for another is a 422", async () => {
  const merchant = await createShop();
  const agreement = await createTestAgreement(merchant, { maxAmount: 20 });
  for (const [idempotencyKey, amount] of [
    ["one", 20],
    ["two", 21],
  ] as const) {
    const first = await charge(merchant, agreement, { amount, idempotencyKey });
    const before = await countEffects();
    const repeat = await charge(merchant, agreement, { amount, idempotencyKey });
    assert.deepEqual([repeat.status, repeat.text], [200, first.text]);
    assert.equal(repeat.headers.get("idempotent-replayed"), "true");
    assert.deepEqual(await countEffects(), before);
  }
  const reused = { status: 422, code: "idempotency_key_reused" } as const;
  const body = { recurringAuthorizationId: agreement.id, amount: 19 };
  await expectError(merchant, chargeRecurring, { body, idempotencyKey: "one" }, reused);
  assert.equal((await readAgreement(merchant, agreement)).charges, 1);
});

test("no one charges without a right key, and no other merchant", async () => {
  const merchant = await createShop();
  const { id } = await createTestAgreement(merchant);
  const options = { body: { recurringAuthorizationId: id, amount: 1 } };
  await expectError(null, chargeRecurring, options, { status: 401, code: "authentication_failed" });
  const live = await createTestMerchant(await createTestKey(merchant.tenant, { environment: "live" }));
  for (const other of [await createTestMerchant(merchant.tenant), await createShop(), live]) {
    await expectError(other, chargeRecurring, options, { status: 404, code: "recurring_authorization_not_found" });
  }
  assert.equal((await readAgreement(merchant, { id })).charges, 0);
});

for (const [field, change, code] of [
  ["amount", { amount: undefined }, "validation_error"],
  ["amount", { amount: 0 }, "validation_error"],
  ["amount", { amount: "10" }, "validation_error"],
  ["amount", { amount: 10.001 }, "validation_error"],
  ["currency", { currency: "usd" }, "validation_error"],
  ["currency", { currency: "XXX" }, "invalid_reference"],
  ["merchantReference", { merchantReference: "two\nlines" }, "validation_error"],
  ["merchantReference", { merchantReference: "x".repeat(65) }, "validation_error"],
] as const) {
  test(`refused by its ${field}: ${JSON.stringify(change).slice(0, 40)}`, async () => {
    const merchant = await createShop();
    const { id } = await createTestAgreement(merchant);
    const rawBody = JSON.stringify({ recurringAuthorizationId: id, amount: 10, ...change });
    const { error } = await expectError(merchant, chargeRecurring, { rawBody }, { status: 400, code });
    assert.equal(error.field, field);
    assert.equal((await readAgreement(merchant, { id })).charges, 0);
  });
}
