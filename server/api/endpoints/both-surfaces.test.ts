import assert from "node:assert/strict";
import { test } from "node:test";
import * as v1 from "@/server/contracts/rest/authorizations";
import { sellPaymentCode } from "@/server/contracts/rest/merchant-payment-codes";
import { redeemPaymentCode } from "@/server/contracts/rest/payment-codes";
import { listRefunds } from "@/server/contracts/rest/reading-back/records";
import { chargeRecurring } from "@/server/contracts/rest/recurring";
import * as merchantV1 from "@/server/contracts/rest/transactions";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { assertBooksBalance } from "@/server/testing/books";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestAgreement } from "@/server/testing/factories/agreements";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale, settleNow } from "@/server/testing/factories/transactions";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

async function withMerchant() {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant, { isSameDayReversalEnabled: true });
  return { tenant, merchant, card: await createTestCard(tenant) };
}

test("references of /v1 find the payment on /merchant/v1, and each move has the same ids on both", async () => {
  const { tenant, merchant, card } = await withMerchant();
  const held = await call(tenant, v1.createAuthorization, {
    body: { panToken: card.panToken, amount: 50, merchant: merchant.id, merchantReference: "order-1" },
  });
  assert.equal(held.body.merchantReference, "order-1");
  const id = held.body.recordId ?? "";
  const raised = await call(tenant, v1.incrementAuthorization, {
    params: { id },
    body: { amount: 10, merchantReference: "order-1-tip" },
  });
  const captured = await call(tenant, v1.captureAuthorization, {
    params: { id },
    body: { amount: 40, merchantReference: "order-1-parcel", metadata: { parcel: 1 } },
  });
  assert.equal(captured.body.authorizationStatus, "Authorization Partially Captured");
  const { transactionId } = captured.body;
  const reversed = await call(tenant, v1.reverseAuthorization, {
    params: { id },
    body: { amount: 15, kind: "refund", merchantReference: "order-1-return", metadata: { why: "small" } },
  });
  const { amountReversed, amountVoided, amountRefunded, refundId, authorizationStatus } = reversed.body;
  assert.deepEqual(
    { amountReversed, amountVoided, amountRefunded, authorizationStatus },
    {
      amountReversed: 15,
      amountVoided: 0,
      amountRefunded: 15,
      authorizationStatus: "Authorization Partially Captured",
    },
  );
  const rest = await call(tenant, v1.reverseAuthorization, { params: { id }, body: { kind: "void" } });
  assert.deepEqual(
    [rest.body.amountVoided, rest.body.refundId, rest.body.authorizationStatus],
    [20, null, "Authorization Partially Refunded"],
  );
  const record = (await call(tenant, v1.getAuthorization, { params: { id } })).body;
  for (const merchantReference of ["order-1", "order-1-parcel", "order-1-return"]) {
    const seen = (await call(merchant, merchantV1.getTransaction, { body: { merchantReference } })).body;
    assert.deepEqual([seen.recordId, seen.status], [id, record.status], merchantReference);
    assert.deepEqual(
      seen.captures.map(({ transactionId, capturedAmount, merchantReference, metadata, status }) => [
        ...[transactionId, capturedAmount, merchantReference, metadata, status],
      ]),
      record.captures.map(({ transactionId, amount, merchantReference, metadata, status }) => [
        ...[transactionId, amount, merchantReference, metadata, status],
      ]),
    );
    assert.deepEqual(
      seen.refunds.map(({ refundId, transactionId, amount, reason, merchantReference, metadata, status }) => [
        ...[refundId, transactionId, amount, reason, merchantReference, metadata, status],
      ]),
      record.refunds.map(({ refundId, transactionId, amount, reason, merchantReference, metadata, status }) => [
        ...[refundId, transactionId, amount, reason, merchantReference, metadata, status],
      ]),
    );
  }
  assert.deepEqual(
    record.captures.map((capture) => [capture.transactionId, capture.amount, capture.refunded, capture.metadata]),
    [[transactionId, 40, 15, { parcel: 1 }]],
  );
  assert.deepEqual(
    record.refunds.map((refund) => [refund.refundId, refund.amount, refund.merchantReference, refund.metadata]),
    [[refundId, 15, "order-1-return", { why: "small" }]],
  );
  const tip = (await call(merchant, merchantV1.getTransaction, { body: { merchantReference: "order-1-tip" } })).body;
  assert.equal(tip.recordId, raised.body.recordId);
  await assertBooksBalance();
});

test("references given on /merchant/v1 find the payment on /v1, and its events", async () => {
  const { tenant, merchant, card } = await withMerchant();
  const held = await call(merchant, merchantV1.authorizeTransaction, {
    body: { amount: 30, paymentMethod: card.panToken, merchantReference: "till-1", metadata: { till: 3 } },
  });
  const { authorizationId, recordId } = held.body;
  assert.ok(authorizationId && recordId);
  const captured = await call(merchant, merchantV1.captureTransaction, {
    body: { authorizationId, amount: 20, merchantReference: "till-1-a" },
  });
  const { transactionId } = captured.body;
  const refund = await call(merchant, merchantV1.refundTransaction, {
    body: { transactionId, amount: 5, merchantReference: "till-1-r", metadata: { clerk: "7" } },
  });
  const voided = await call(merchant, merchantV1.voidTransaction, {
    body: { authorizationId, merchantReference: "till-1-v" },
  });
  assert.deepEqual(
    [voided.body.voidedAmount, voided.body.capturedAmount, voided.body.status, voided.body.authorizationStatus],
    [10, 20, "Voided", "Authorization Partially Refunded"],
  );
  for (const { body } of [captured, refund, voided]) {
    assert.deepEqual([body.authorizationId, body.recordId], [authorizationId, recordId]);
  }
  for (const merchantReference of ["till-1", "till-1-a", "till-1-r", "till-1-v"]) {
    const { body } = await call(tenant, v1.listAuthorizations, { query: { merchantReference } });
    assert.deepEqual(
      body.data.map((one) => [one.recordId, one.merchantReference, one.metadata]),
      [[recordId, "till-1", { till: 3 }]],
      merchantReference,
    );
  }
  const refunds = (await call(tenant, listRefunds, { query: { merchantReference: "till-1-r" } })).body;
  assert.deepEqual(
    refunds.data.map((one) => [one.refundId, one.merchantReference]),
    [[refund.body.refundId, "till-1-r"]],
  );
  const record = (await call(tenant, v1.getAuthorization, { params: { id: authorizationId } })).body;
  assert.equal(record.merchantReference, "till-1");
  assert.deepEqual(record.status, voided.body.authorizationStatus);
  const events = await listStoredEvents(tenant);
  assert.deepEqual(
    events.map(({ type, facts }) => [type, facts.merchantReference]),
    [
      ["authorization.approved", "till-1"],
      ["authorization.captured", "till-1-a"],
      ["authorization.reversed", "till-1-r"],
      ["authorization.reversed", "till-1-v"],
    ],
  );
});

test("a record names batch and payout of its captures and refunds once they have settled", async () => {
  const { tenant, merchant } = await withMerchant();
  const { transactionId, authorizationId } = await createTestSale(merchant, { amount: 60 });
  await call(merchant, merchantV1.refundTransaction, { body: { transactionId, amount: 10 } });
  const before = (await call(tenant, v1.getAuthorization, { params: { id: authorizationId } })).body;
  assert.deepEqual([before.captures[0]?.batchId, before.refunds[0]?.payoutId], [null, null]);
  await settleNow(tenant, merchant);
  const { captures, refunds } = (await call(tenant, v1.getAuthorization, { params: { id: authorizationId } })).body;
  const seen = (await call(merchant, merchantV1.getTransaction, { body: { transactionId } })).body;
  assert.deepEqual([captures.length, captures[0]?.status, refunds[0]?.status], [1, "Captured", "Refunded"]);
  assert.match(captures[0]?.batchId ?? "", /^\w{17}$/);
  assert.match(captures[0]?.payoutId ?? "", /^\w{17}$/);
  for (const move of [refunds[0], seen.captures[0], seen.refunds[0]]) {
    assert.deepEqual([move?.batchId, move?.payoutId], [captures[0]?.batchId, captures[0]?.payoutId]);
  }
});

test("metadata is taken by every merchant request, and answered; a repeat's own isn't kept", async () => {
  const { tenant, merchant, card } = await withMerchant();
  const metadata = { z: "Größe", "7": [1, { a: null }], ok: true };
  const sale = () => createTestSale(merchant, { card });
  const agreement = await createTestAgreement(merchant, { maxAmount: 20 });
  const { code: paymentCode } = await createTestMemberCode(tenant);
  const reversible = await sale();
  const requests = [
    [merchantV1.sellTransaction, { amount: 1, paymentMethod: card.panToken }],
    [merchantV1.authorizeTransaction, { amount: 1, paymentMethod: card.panToken }],
    [merchantV1.refundTransaction, { transactionId: (await sale()).transactionId }],
    [merchantV1.reverseTransaction, { transactionId: reversible.transactionId }],
    [sellPaymentCode, { paymentCode, amount: 1 }],
    [chargeRecurring, { recurringAuthorizationId: agreement.id, amount: 5 }],
  ] as const;
  for (const [n, [contract, fields]] of requests.entries()) {
    const options = {
      rawBody: JSON.stringify({ ...fields, metadata, merchantReference: `r-${n}` }),
      idempotencyKey: `key-${n}`,
    };
    const first = await call(merchant, contract, options);
    assert.ok("metadata" in first.body && "merchantReference" in first.body && "recordId" in first.body);
    assert.deepEqual([first.body.metadata, first.body.merchantReference], [metadata, `r-${n}`], contract.id);
    assert.match(first.body.recordId ?? "", /^\w{17}$/);
    const again = await send(merchant, contract, options);
    assert.deepEqual([again.headers.get("idempotent-replayed"), again.text], ["true", first.text], contract.id);
  }
  const kept = await query<{ body: string }>(
    getPool(),
    sql`SELECT body FROM idempotency_keys WHERE key LIKE 'key-%' AND body LIKE '%Größe%'`,
  );
  assert.deepEqual(kept, []);
});

test("a redemption on /v1 is found by its reference; a decline of no one's code repeats what was sent", async () => {
  const { tenant, merchant } = await withMerchant();
  const { code, pin } = await createTestCode(tenant);
  const redeemed = await call(tenant, redeemPaymentCode, {
    body: { code, pin, amount: 5, merchant: merchant.id, merchantReference: "code-1" },
  });
  assert.equal(redeemed.body.merchantReference, "code-1");
  const seen = (await call(merchant, merchantV1.getTransaction, { body: { merchantReference: "code-1" } })).body;
  assert.equal(seen.recordId, redeemed.body.recordId);
  const unknown = await call(merchant, sellPaymentCode, {
    body: { paymentCode: "ZZZZZZZZ", amount: 1, merchantReference: "code-2", metadata: { n: 1 } },
  });
  const { approved, recordId, merchantReference, metadata } = unknown.body;
  assert.deepEqual([approved, recordId, merchantReference, metadata], [false, null, "code-2", { n: 1 }]);
});

test("a charge put to its member keeps its metadata for the payment", async () => {
  const { tenant, merchant } = await withMerchant();
  const agreement = await createTestAgreement(merchant, { maxAmount: 20 });
  const asked = await call(merchant, chargeRecurring, {
    body: {
      recurringAuthorizationId: agreement.id,
      amount: 25,
      onExceed: "ask",
      metadata: { box: "large" },
    },
  });
  assert.deepEqual([asked.body.status, asked.body.metadata], ["PendingApproval", { box: "large" }]);
  const [row] = await query<{ metadata: unknown }>(
    getPool(),
    sql`SELECT metadata FROM charge_requests WHERE id = ${asked.body.chargeRequestId}`,
  );
  assert.deepEqual(row?.metadata, { box: "large" });
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, n]));
  await expectError(
    merchant,
    chargeRecurring,
    { body: { recurringAuthorizationId: agreement.id, amount: 25, onExceed: "ask", metadata } },
    { status: 400, code: "validation_error" },
  );
  assert.ok(tenant.id);
});

test("another tenant's reversal with the same reference finds nothing here", async () => {
  const [own, other] = [await withMerchant(), await withMerchant()];
  for (const { merchant } of [own, other]) {
    const { transactionId } = await createTestSale(merchant);
    await call(merchant, merchantV1.refundTransaction, {
      body: { transactionId, amount: 1, merchantReference: "same-words" },
    });
  }
  const { body } = await call(own.tenant, v1.listAuthorizations, { query: { merchantReference: "same-words" } });
  assert.equal(body.data.length, 1);
  const colleague = await createTestMerchant(own.tenant);
  const missing = { status: 404, code: "transaction_not_found" } as const;
  const asked = { body: { merchantReference: "same-words" } };
  await expectError(colleague, merchantV1.getTransaction, asked, missing);
});
