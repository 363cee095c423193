import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { listAuthorizations } from "@/server/contracts/rest/authorizations";
import * as codes from "@/server/contracts/rest/merchant-payment-codes";
import * as recurring from "@/server/contracts/rest/recurring";
import { approveAgreement } from "@/server/contracts/rest/sandbox";
import * as contracts from "@/server/contracts/rest/transactions";
import * as webhooks from "@/server/contracts/rest/webhooks/merchant-webhooks";
import { getPrisma } from "@/server/db/prisma";
import { closeRequestLog, openRequestLog } from "@/server/domain/request-log";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { actingFor } from "@/server/testing/clients/credentials";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { AGREEMENT_TERMS } from "@/server/testing/factories/agreements";
import { createTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { approveCharge } from "@/server/testing/factories/charge-requests";
import { createTestMerchant, suspendTestMerchant } from "@/server/testing/factories/merchants";
import { createTestMemberCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function withMerchants() {
  const tenant = await createTestTenant();
  const [a, b] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  return { tenant, a, b, asA: actingFor(tenant, a), asB: actingFor(tenant, b) };
}

async function actorsOf(transactionId: string) {
  const { actorKind, actorId, merchantId } = await getPrisma().capture.findUniqueOrThrow({
    where: { id: transactionId },
  });
  return { actorKind, actorId, merchantId };
}

const keyOf = async ({ publicKey }: TestTenant) =>
  (await getPrisma().apiKey.findUniqueOrThrow({ where: { publicKey } })).id;

test("one key of a tenant sells on a member's code for each of its merchants, and gives back whenever it likes", async () => {
  const { tenant, a, b, asA, asB } = await withMerchants();
  const card = await createTestCard(tenant);
  for (const [merchant, sender] of [
    [a, asA],
    [b, asB],
  ] as const) {
    const { code } = await createTestMemberCode(tenant, { card });
    const { body } = await call(sender, codes.sellPaymentCode, { body: { paymentCode: code, amount: 10 } });
    assert.ok(body.approved && body.transactionId);
    const actor = { actorKind: "api_key", actorId: await keyOf(tenant), merchantId: merchant.id };
    assert.deepEqual(await actorsOf(body.transactionId), actor);
    const transactionId = body.transactionId;
    const refund = (await call(sender, contracts.refundTransaction, { body: { transactionId, amount: 4 } })).body;
    assert.equal(refund.refundedAmount, 4);
    const none = { status: 404, code: "transaction_not_found" } as const;
    const other = sender === asA ? asB : asA;
    await expectError(other, contracts.refundTransaction, { body: { transactionId } }, none);
  }
  await assertBalance(card.accountId, { postedMinor: 988_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("it asks for agreements and charges them; what the member approves later is that key's as well", async () => {
  const { tenant, a, asA } = await withMerchants();
  const card = await createTestCard(tenant);
  const asked = (
    await call(asA, recurring.authorizeRecurring, {
      body: { memberId: card.memberId, maxAmount: 20, ...AGREEMENT_TERMS },
    })
  ).body;
  const recurringAuthorizationId = asked.recurringAuthorizationId ?? "";
  await call(tenant, approveAgreement, { params: { id: recurringAuthorizationId }, body: {} });
  const charge = { recurringAuthorizationId, amount: 15 };
  const charged = (await call(asA, recurring.chargeRecurring, { body: charge })).body;
  assert.ok(charged.approved && charged.transactionId);
  const actor = { actorKind: "api_key", actorId: await keyOf(tenant), merchantId: a.id };
  assert.deepEqual(await actorsOf(charged.transactionId), actor);
  const beyond = { ...charge, amount: 35, onExceed: "ask" as const };
  const { chargeRequestId } = (await call(asA, recurring.chargeRecurring, { body: beyond })).body;
  assert.ok(chargeRequestId);
  await approveCharge(tenant, { id: chargeRequestId });
  const { transactionId } = (await call(a, recurring.getChargeRequest, { body: { chargeRequestId } })).body;
  assert.deepEqual(await actorsOf(transactionId ?? ""), actor);
  await assertBalance(card.accountId, { postedMinor: 950_00n, heldMinor: 0n });
});

test("a key is the merchant's: the same for its own key and its tenant's, another's at another merchant", async () => {
  const { tenant, a, asA, asB } = await withMerchants();
  const card = await createTestCard(tenant);
  const options = { body: { amount: 5, paymentMethod: card.panToken }, idempotencyKey: "order-1" };
  const first = await call(asA, contracts.sellTransaction, options);
  for (const sender of [asA, a]) {
    const again = await call(sender, contracts.sellTransaction, options);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.equal(again.body.transactionId, first.body.transactionId);
  }
  assert.notEqual((await call(asB, contracts.sellTransaction, options)).body.transactionId, first.body.transactionId);
  await assertBalance(card.accountId, { postedMinor: 990_00n, heldMinor: 0n });
});

const NOT_ITS_OWN = { status: 400, code: "invalid_reference" } as const;
const REFUSED = { status: 401, code: "authentication_failed" } as const;

test("a merchant of another tenant or environment, none, and text that names none are refused by name", async () => {
  const { tenant, a } = await withMerchants();
  const live = await createTestKey(tenant, { environment: "live" });
  const card = await createTestCard(tenant);
  const options = { body: { amount: 5, paymentMethod: card.panToken } };
  for (const [key, id] of [
    [await createTestTenant(), a.id],
    [live, a.id],
    [tenant, "3Fq8rT2kZb7Wn4XsD"],
    [tenant, ""],
    [tenant, "' OR 1=1 --"],
  ] as const) {
    const { error } = await expectError(actingFor(key, { id }), contracts.sellTransaction, options, NOT_ITS_OWN);
    assert.equal(error.field, "X-Merchant");
  }
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
});

test("a tenant's key says which merchant on /merchant/v1 and never on /v1, a merchant's key nowhere", async () => {
  const { tenant, a, asA } = await withMerchants();
  const { error } = await expectError(tenant, recurring.listRecurring, {}, REFUSED);
  assert.match(error.message, /X-Merchant/);
  const invalid = { status: 400, code: "validation_error" } as const;
  assert.equal((await expectError(asA, listAuthorizations, {}, invalid)).error.field, "X-Merchant");
  const named = { headers: { "x-merchant": a.id } };
  assert.match((await expectError(a, recurring.listRecurring, named, REFUSED)).error.message, /without X-Merchant/);
});

test("a suspended tenant's key sells for none of its merchants, a suspended merchant's sale is declined", async () => {
  const { tenant, a, asA } = await withMerchants();
  const { panToken } = await createTestCard(tenant);
  const options = { body: { amount: 5, paymentMethod: panToken } };
  await suspendTestMerchant(a);
  assert.equal((await call(asA, contracts.sellTransaction, options)).body.reasonCode, "03");
  await suspendTestTenant(tenant);
  await expectError(asA, contracts.sellTransaction, options, { status: 403, code: "tenant_suspended" });
});

test("the merchant is part of what is signed", async () => {
  const tenant = await createTestTenant({ requireSignature: true });
  const [a, b] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const rawBody = "{}";
  const sign = (lines: readonly string[]) => ({
    rawBody,
    headers: {
      "x-timestamp": timestamp,
      "x-signature": `sha256=${createHmac("sha256", tenant.secret).update(lines.join("\n")).digest("hex")}`,
    },
  });
  const { path } = recurring.listRecurring;
  const signed = sign(["POST", path, a.id, timestamp, rawBody]);
  assert.equal((await call(actingFor(tenant, a), recurring.listRecurring, signed)).status, 200);
  const invalid = { status: 401, code: "signature_invalid" } as const;
  await expectError(actingFor(tenant, b), recurring.listRecurring, signed, invalid);
  const without = sign(["POST", path, timestamp, rawBody]);
  await expectError(actingFor(tenant, a), recurring.listRecurring, without, invalid);
  const unsigned = { status: 401, code: "signature_required" } as const;
  await expectError(actingFor(tenant, a), recurring.listRecurring, {}, unsigned);
});

test("it is counted at the tenant's rate alone, and is in the tenant's request log with key and merchant", async () => {
  openRequestLog();
  const tenant = await createTestTenant({ rateLimitTier: "sandbox" });
  const merchant = await createTestMerchant(tenant);
  const { headers } = await call(actingFor(tenant, merchant), recurring.listRecurring);
  assert.equal(headers.get("ratelimit-policy"), '"sandbox";q=50;w=2');
  await closeRequestLog();
  const rows = await queryTestDatabase("SELECT key_id, merchant_id FROM request_records WHERE tenant_id = $1", [
    tenant.id,
  ]);
  assert.deepEqual(rows, [{ key_id: tenant.publicKey, merchant_id: merchant.id }]);
});

test("what it changes of a merchant's webhooks is in the audit log, as what the key does on /v1 is", async () => {
  bindTestSender();
  const { tenant, a, asA } = await withMerchants();
  const body = { url: "https://receiver.example.com/own", events: ["authorization.approved" as const] };
  const byTenant = (await call(asA, webhooks.createOwnSubscription, { body })).body.id;
  await call(a, webhooks.createOwnSubscription, { body });
  await call(asA, webhooks.replayOwnEvents, { body: { id: byTenant } });
  await call(asA, webhooks.cancelOwnReplay, { body: { id: byTenant } });
  const records = await getPrisma().auditRecord.findMany({
    where: { tenantId: tenant.id, action: { startsWith: "webhook_subscription." } },
    orderBy: { number: "asc" },
  });
  const actor = `API key ${await keyOf(tenant)}`;
  assert.deepEqual(
    records.map((record) => [record.action, record.actor, record.subjectId]),
    ["created", "replay_started", "replay_stopped"].map((done) => [`webhook_subscription.${done}`, actor, byTenant]),
  );
});

test("guesses of codes count against the key and the merchant that it acts for", async () => {
  const { a, asA, asB } = await withMerchants();
  const guess = { body: { paymentCode: "7KQ2M9XW", amount: 1 } };
  for (let missed = 0; missed < 30; missed += 1) {
    assert.equal((await call(asA, codes.sellPaymentCode, guess)).body.reasonCode, "14");
  }
  const limited = { status: 429, code: "rate_limit_exceeded" } as const;
  for (const sender of [asA, a]) await expectError(sender, codes.sellPaymentCode, guess, limited);
  assert.equal((await call(asB, codes.sellPaymentCode, guess)).body.reasonCode, "14");
});
