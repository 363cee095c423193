import assert from "node:assert/strict";
import { test } from "node:test";
import { captureAuthorization } from "@/server/contracts/rest/authorizations";
import * as codes from "@/server/contracts/rest/merchant-payment-codes";
import type { OperationContract } from "@/server/contracts/rest/operation";
import * as contracts from "@/server/contracts/rest/transactions";
import { assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, createTestMerchantKey, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold, createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

const REUSED = { status: 422, code: "idempotency_key_reused" } as const;
const TABLES = ["authorizations", "captures", "refunds", "reversals", "events", "entries", "idempotency_keys"];

const byToken = async ({ tenant }: TestMerchant) => ({
  amount: 5,
  paymentMethod: (await createTestCard(tenant)).panToken,
});
const byCode = async ({ tenant }: TestMerchant) => ({
  amount: 5,
  paymentCode: (await createTestMemberCode(tenant, { allowRecurring: true })).code,
});
const aboutHold = async (merchant: TestMerchant) => ({
  authorizationId: (await createTestMerchantHold(merchant)).authorizationId,
  amount: 5,
});

const WRITES: readonly (readonly [OperationContract, (merchant: TestMerchant) => Promise<object>])[] = [
  [contracts.authorizeTransaction, byToken],
  [contracts.sellTransaction, byToken],
  [codes.sellPaymentCode, byCode],
  [codes.chargePaymentCode, byCode],
  [contracts.incrementTransaction, aboutHold],
  [contracts.captureTransaction, aboutHold],
  [contracts.voidTransaction, aboutHold],
  [
    contracts.refundTransaction,
    async (merchant) => ({ transactionId: (await createTestSale(merchant)).transactionId, amount: 5 }),
  ],
  [
    contracts.reverseTransaction,
    async (merchant) => ({ transactionId: (await createTestSale(merchant)).transactionId }),
  ],
];

async function withMerchant() {
  return createTestMerchant(await createTestTenant(), { isSameDayReversalEnabled: true });
}

for (const [operation, prepare] of WRITES) {
  test(`${operation.id}: a repeat has the same body, says so, and does nothing, also with another key`, async () => {
    const merchant = await withMerchant();
    const options = { rawBody: JSON.stringify(await prepare(merchant)), idempotencyKey: "order-1" };
    const first = await call(merchant, operation, options);
    assert.deepEqual([first.status, first.headers.get("idempotent-replayed")], [200, null]);
    const before = await Promise.all(TABLES.map(countRows));
    for (const sender of [merchant, merchant, await createTestMerchantKey(merchant)]) {
      const repeat = await call(sender, operation, options);
      assert.deepEqual([repeat.status, repeat.text], [200, first.text]);
      assert.equal(repeat.headers.get("idempotent-replayed"), "true");
    }
    assert.deepEqual(await Promise.all(TABLES.map(countRows)), before);
    await assertBooksBalance();
  });

  test(`${operation.id}: the same key with another body or at another operation is a 422`, async () => {
    const merchant = await withMerchant();
    const body = await prepare(merchant);
    const rawBody = JSON.stringify(body);
    await call(merchant, operation, { rawBody, idempotencyKey: "order-1" });
    const change = "amount" in body ? { amount: 6 } : { transactionId: "NoSuchRecord00001" };
    const before = await Promise.all(TABLES.map(countRows));
    const changed = { rawBody: JSON.stringify({ ...body, ...change }), idempotencyKey: "order-1" };
    assert.equal((await expectError(merchant, operation, changed, REUSED)).error.field, "Idempotency-Key");
    assert.deepEqual(await Promise.all(TABLES.map(countRows)), before);
    const [elsewhere, prepareElsewhere] = WRITES.find(([{ id }]) => id !== operation.id) ?? WRITES[0] ?? [];
    assert.ok(elsewhere && prepareElsewhere);
    const other = JSON.stringify(await prepareElsewhere(merchant));
    await expectError(merchant, elsewhere, { rawBody: other, idempotencyKey: "order-1" }, REUSED);
  });

  test(`${operation.id}: another merchant’s same key is another key, of one tenant or two`, async () => {
    const merchant = await withMerchant();
    const enabled = { isSameDayReversalEnabled: true };
    const merchants = [merchant, await createTestMerchant(merchant.tenant, enabled), await withMerchant()];
    for (const sender of merchants) {
      const rawBody = JSON.stringify(await prepare(sender));
      const reply = await call(sender, operation, { rawBody, idempotencyKey: "order-1" });
      assert.equal(reply.headers.get("idempotent-replayed"), null);
    }
  });

  test(`${operation.id}: a key of 81 characters or beyond ASCII is a 400, none at all is fine`, async () => {
    const merchant = await withMerchant();
    const rawBody = JSON.stringify(await prepare(merchant));
    for (const idempotencyKey of ["k".repeat(81), "clé"]) {
      const invalid = { status: 400, code: "validation_error" } as const;
      const { error } = await expectError(merchant, operation, { rawBody, idempotencyKey }, invalid);
      assert.equal(error.field, "Idempotency-Key");
    }
    const before = await countRows("idempotency_keys");
    assert.equal((await call(merchant, operation, { rawBody })).headers.get("idempotent-replayed"), null);
    assert.equal(await countRows("idempotency_keys"), before);
  });
}

test("a tenant's key and its merchants' never meet, the default merchant's included", async () => {
  const merchant = await withMerchant();
  const { tenant } = merchant;
  const ofDefault = await createTestMerchantKey({ id: tenant.merchantId, tenant });
  for (const sender of [merchant, ofDefault]) {
    const idempotencyKey = `shared-${sender.id}`;
    const { authorizationId } = await createTestMerchantHold(sender);
    const options = { body: { authorizationId, amount: 5 }, idempotencyKey };
    await call(sender, contracts.captureTransaction, options);
    const onV1 = { params: { id: authorizationId }, body: { amount: 5 }, idempotencyKey };
    const reply = await call(tenant, captureAuthorization, onV1);
    assert.equal(reply.headers.get("idempotent-replayed"), null);
  }
  await assertBooksBalance();
});

test("a decline is kept like an approval, a code no one knows too; a refusal is not", async () => {
  const merchant = await withMerchant();
  const card = await createTestCard(merchant.tenant, { fundsMinor: 1n });
  const declined = { body: { amount: 5, paymentMethod: card.panToken }, idempotencyKey: "declined" };
  const unknown = { body: { amount: 5, paymentCode: "ZZZZ9999" }, idempotencyKey: "unknown" };
  for (const [operation, options, code] of [
    [contracts.sellTransaction, declined, "51"],
    [codes.sellPaymentCode, unknown, "14"],
  ] as const) {
    const rawBody = JSON.stringify(options.body);
    const send = () => call(merchant, operation, { rawBody, idempotencyKey: options.idempotencyKey });
    const [first, repeat] = [await send(), await send()];
    assert.deepEqual([first.body.reasonCode, repeat.text], [code, first.text]);
    assert.equal(repeat.headers.get("idempotent-replayed"), "true");
  }
  const refused = { body: { authorizationId: "1234567" }, idempotencyKey: "later" };
  const missing = { status: 404, code: "authorization_not_found" } as const;
  await expectError(merchant, contracts.captureTransaction, refused, missing);
  const { authorizationId } = await createTestMerchantHold(merchant);
  const { status } = await call(merchant, contracts.captureTransaction, {
    body: { authorizationId },
    idempotencyKey: "later",
  });
  assert.equal(status, 200);
});

test("a wrong PIN repeated with its key is one try", async () => {
  const merchant = await withMerchant();
  const code = await createTestCode(merchant.tenant, { lockoutThreshold: 3 });
  const body = { paymentCode: code.code, pin: code.wrongPin, amount: 5 };
  for (let i = 0; i < 6; i += 1) {
    const reply = await call(merchant, codes.sellPaymentCode, { body, idempotencyKey: "till-1" });
    assert.equal(reply.body.reasonCode, "55");
  }
  assert.equal((await storedCode(code)).failedTries, 1);
  const other = { ...body, pin: code.pin };
  await expectError(merchant, codes.sellPaymentCode, { body: other, idempotencyKey: "till-1" }, REUSED);
  assert.equal((await storedCode(code)).failedTries, 1);
});

test("reading ignores the header", async () => {
  const merchant = await withMerchant();
  const { transactionId } = await createTestSale(merchant);
  const { code } = await createTestMemberCode(merchant.tenant);
  const headers = { "idempotency-key": "k".repeat(81) };
  await call(merchant, contracts.getTransaction, { body: { transactionId }, headers });
  await call(merchant, codes.validatePaymentCode, { body: { paymentCode: code }, headers });
});
