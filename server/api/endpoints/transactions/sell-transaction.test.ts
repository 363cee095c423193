import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizeTransaction, getTransaction, sellTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { DECLINE_REASONS } from "@/server/domain/declines";
import { findReceipt } from "@/server/domain/queries";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { readTransaction } from "@/server/testing/factories/transactions";
import { createTestSubscription, listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

async function withMerchant() {
  const tenant = await createTestTenant();
  return { tenant, merchant: await createTestMerchant(tenant) };
}

for (const kind of ["token", "card", "tenant’s code", "member’s code"] as const) {
  test(`a sale by ${kind} moves the money at once and answers with a receipt`, async () => {
    const { tenant, merchant } = await withMerchant();
    const card = await createTestCard(tenant);
    const { panToken } = card;
    const tenantCode = await createTestCode(tenant, { card });
    const memberCode = await createTestMemberCode(tenant, { card });
    const paymentMethod = {
      token: panToken,
      card: { type: "card", panToken } as const,
      "tenant’s code": { type: "paymentCode", paymentCode: tenantCode.code, pin: tenantCode.pin } as const,
      "member’s code": { type: "paymentCode", paymentCode: memberCode.code } as const,
    }[kind];
    const { status, body } = await call(merchant, sellTransaction, {
      body: { amount: 12.34, currency: "USD", paymentMethod, merchantReference: "order-1" },
    });
    const { transactionId, authorizationId, recordId, approvalCode, receipt, matchWords, ...rest } = body;
    assert.equal(status, 200);
    assert.deepEqual(rest, {
      approved: true,
      capturedAmount: 12.34,
      riskScore: 10,
      status: "PendingSettlement",
      reasonCode: null,
      reasonMessage: null,
      details: null,
      merchantReference: "order-1",
      metadata: null,
    });
    assert.match(approvalCode ?? "", /^\d{6}$/);
    if (kind.endsWith("code")) assert.match(matchWords ?? "", /^[a-z]+ [a-z]+$/);
    else assert.equal(matchWords, null);
    assert.ok(transactionId && receipt);
    assert.ok(receipt.url.endsWith(`/receipts/${receipt.id}`));
    const shown = await findReceipt(receipt.id);
    assert.deepEqual([shown?.merchantName, shown?.transaction.captures.length], ["Test Shop", 1]);
    await assertBalance(card.accountId, { postedMinor: 987_66n, heldMinor: 0n });
    const record = await readTransaction(merchant, { transactionId });
    assert.deepEqual(
      [record.authorizationId, record.recordId, record.status],
      [authorizationId, recordId, "Authorization Captured"],
    );
    await assertBooksBalance();
  });
}

test("an approved sale writes approved and captured, once each, with a delivery for who subscribes", async () => {
  const { tenant, merchant } = await withMerchant();
  const { panToken, id } = await createTestCard(tenant);
  const all = await createTestSubscription(tenant, { events: ["authorization.approved", "authorization.captured"] });
  const captured = await createTestSubscription(tenant, { events: ["authorization.captured"] });
  const { body } = await call(merchant, sellTransaction, {
    body: { amount: 7, paymentMethod: panToken },
    idempotencyKey: "order-7",
  });
  const events = await listStoredEvents(tenant);
  assert.deepEqual(
    events.map(({ type, idempotencyKey, receivers }) => ({ type, idempotencyKey, receivers })).sort(byType),
    [
      { type: "authorization.approved", idempotencyKey: "authorization.approved:order-7", receivers: [all] },
      {
        type: "authorization.captured",
        idempotencyKey: "authorization.captured:order-7",
        receivers: [all, captured].sort(),
      },
    ],
  );
  for (const { facts } of events) {
    assert.deepEqual([facts.authorizationId, facts.card, facts.merchant], [body.authorizationId, id, merchant.id]);
  }
});

function byType(a: { type: string }, b: { type: string }): number {
  return a.type < b.type ? -1 : 1;
}

test("a sale beyond the funds captures nothing and holds nothing, and says why", async () => {
  const { tenant, merchant } = await withMerchant();
  const card = await createTestCard(tenant, { fundsMinor: 10_00n });
  const { status, body } = await call(merchant, sellTransaction, {
    body: { amount: 10.01, paymentMethod: card.panToken, merchantReference: "too-much" },
  });
  const { authorizationId, recordId, ...rest } = body;
  assert.equal(status, 200);
  assert.match(recordId ?? "", /^\w{17}$/);
  assert.deepEqual(rest, {
    transactionId: null,
    approved: false,
    capturedAmount: 0,
    riskScore: 10,
    status: "Declined",
    approvalCode: null,
    reasonCode: "51",
    reasonMessage: DECLINE_REASONS["51"].message,
    details: {},
    matchWords: null,
    receipt: null,
    merchantReference: "too-much",
    metadata: null,
  });
  assert.match(authorizationId ?? "", /^\d{7}$/);
  assert.equal(await getPrisma().capture.count({ where: { merchantId: merchant.id } }), 0);
  await assertBalance(card.accountId, { postedMinor: 10_00n, heldMinor: 0n });
  assert.deepEqual(
    (await listStoredEvents(tenant)).map(({ type }) => type),
    ["authorization.declined"],
  );
  await assertBooksBalance();
});

test("an unknown token is a 422, an unknown code a decline without a record", async () => {
  const { merchant } = await withMerchant();
  const unknown = { body: { amount: 1, paymentMethod: "1111111111111111Z" } };
  await expectError(merchant, sellTransaction, unknown, { status: 422, code: "14" });
  const paymentMethod = { type: "paymentCode", paymentCode: "ZZZZ9999" } as const;
  const { body } = await call(merchant, sellTransaction, { body: { amount: 1, paymentMethod } });
  const { reasonCode, authorizationId, riskScore, transactionId, receipt } = body;
  assert.deepEqual([reasonCode, authorizationId, riskScore, transactionId, receipt], ["14", null, null, null, null]);
  assert.equal(await getPrisma().authorization.count({ where: { merchantId: merchant.id } }), 0);
});

test("another tenant's member pays as well, one of the other environment does not", async () => {
  const { merchant } = await withMerchant();
  const issuer = await createTestTenant();
  const live = await createTestTenant({ environment: "live" });
  const theirs = await createTestCard(issuer);
  const code = await createTestCode(issuer, { card: theirs });
  const byToken = { amount: 1, paymentMethod: theirs.panToken };
  const byCode = { amount: 1, paymentMethod: { type: "paymentCode", paymentCode: code.code, pin: code.pin } as const };
  for (const body of [byToken, byCode]) {
    assert.equal((await call(merchant, sellTransaction, { body })).body.approved, true);
  }
  const { panToken } = await createTestCard(live);
  const options = { body: { amount: 1, paymentMethod: panToken } };
  await expectError(merchant, sellTransaction, options, { status: 422, code: "14" });
  const liveCode = await createTestCode(live);
  const paymentMethod = { type: "paymentCode", paymentCode: liveCode.code, pin: liveCode.pin } as const;
  assert.equal((await call(merchant, sellTransaction, { body: { amount: 1, paymentMethod } })).body.reasonCode, "14");
  await assertBooksBalance();
});

test("amounts are in the currency's own decimals", async () => {
  const { tenant, merchant } = await withMerchant();
  const yen = await createTestCard(tenant, { currency: "JPY", fundsMinor: 5_000n });
  const sold = await call(merchant, sellTransaction, {
    body: { amount: 1_500, currency: "JPY", paymentMethod: yen.panToken },
  });
  assert.equal(sold.body.capturedAmount, 1_500);
  await assertBalance(yen.accountId, { postedMinor: 3_500n, heldMinor: 0n });
  const half = { body: { amount: 0.5, currency: "JPY", paymentMethod: yen.panToken } };
  await expectError(merchant, sellTransaction, half, { status: 400, code: "validation_error" });
  await assertBooksBalance();
});

test("without a currency a sale and a hold are in the card's own, with its decimals", async () => {
  const { tenant, merchant } = await withMerchant();
  const yen = await createTestCard(tenant, { currency: "JPY", fundsMinor: 5_000n });
  const dinar = await createTestCard(tenant, { currency: "KWD", fundsMinor: 5_000n });
  const sold = await call(merchant, sellTransaction, { body: { amount: 1_500, paymentMethod: yen.panToken } });
  assert.deepEqual([sold.body.capturedAmount, sold.body.details], [1_500, null]);
  const held = await call(merchant, authorizeTransaction, { body: { amount: 1.005, paymentMethod: dinar.panToken } });
  assert.equal(held.body.authorizedAmount, 1.005);
  await assertBalance(yen.accountId, { postedMinor: 3_500n, heldMinor: 0n });
  await assertBalance(dinar.accountId, { postedMinor: 5_000n, heldMinor: 1_005n });
  const half = { body: { amount: 0.5, paymentMethod: yen.panToken } };
  const { error } = await expectError(merchant, sellTransaction, half, { status: 400, code: "validation_error" });
  assert.equal(error.field, "amount");
  await assertBooksBalance();
});

test("another currency than the card's is declined with both, also when the answer is looked up later", async () => {
  const { tenant, merchant } = await withMerchant();
  const { panToken } = await createTestCard(tenant, { currency: "JPY", fundsMinor: 5_000n });
  const body = { amount: 1, currency: "USD", paymentMethod: panToken, merchantReference: "lost" };
  const details = { rule: "currency", currency: "USD", accountCurrency: "JPY" };
  for (const operation of [sellTransaction, authorizeTransaction]) {
    const answer = (await call(merchant, operation, { body })).body;
    assert.deepEqual([answer.approved, answer.reasonCode, answer.details], [false, "57", details]);
  }
  const { body: found } = await call(merchant, getTransaction, { body: { merchantReference: "lost" } });
  assert.deepEqual([found.reasonCode, found.details], ["57", details]);
});
