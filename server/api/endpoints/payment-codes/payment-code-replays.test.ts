import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { createPaymentCode, redeemPaymentCode, revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { createTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode, outcomeOf, readCode, redeem } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const REUSED = { status: 422, code: "idempotency_key_reused" } as const;
const REQUIRED = { status: 400, code: "idempotency_key_required" } as const;
const key = { idempotencyKey: "order-1" } as const;

async function countEffects(): Promise<number[]> {
  return Promise.all(["payment_codes", "authorizations", "events", "entries", "idempotency_keys"].map(countRows));
}

test("a repeated creation is a 200 with the same code and no PIN, whatever has happened to the code", async () => {
  const tenant = await createTestTenant();
  const { memberId: member } = await createTestCard(tenant);
  const options = { body: { member, metadata: { pin: "kept out of the answer" } }, ...key };
  const first = await call(tenant, createPaymentCode, options);
  const { pin, ...rest } = first.body;
  assert.ok(pin);
  const before = await countEffects();
  for (const caller of [tenant, await createTestKey(tenant)]) {
    const repeat = await call(caller, createPaymentCode, options);
    const { secretShown: _, ...repeated } = repeat.body;
    assert.deepEqual([repeat.status, repeated], [200, rest]);
    assert.equal(repeat.headers.get("idempotent-replayed"), "true");
    assert.ok(!repeat.text.includes(pin) && !repeat.text.includes('"pin"'));
  }
  assert.deepEqual(await countEffects(), before);
  await call(tenant, revokePaymentCode, { params: { code: rest.code } });
  await suspendTestTenant(tenant);
  const { secretShown, ...last } = (await call(tenant, createPaymentCode, options)).body;
  assert.ok(secretShown);
  assert.deepEqual(last, rest);
});

test("a repeated redemption is a 200 with the very same body, an approval and a decline alike", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  for (const [typed, idempotencyKey, status] of [
    [{ ...code, pin: code.wrongPin }, "wrong", 200],
    [code, "right", 201],
    [{ code: "0000000000", pin: "0000000" }, "unknown", 200],
  ] as const) {
    const first = await redeem(tenant, typed, { idempotencyKey });
    assert.deepEqual([first.status, first.headers.get("idempotent-replayed")], [status, null]);
    const before = await countEffects();
    const repeat = await redeem(tenant, typed, { idempotencyKey });
    assert.deepEqual(
      [repeat.status, repeat.text, repeat.headers.get("idempotent-replayed")],
      [200, first.text, "true"],
    );
    assert.deepEqual(await countEffects(), before);
  }
  assert.deepEqual((await readCode(tenant, code)).uses, 1);
});

test("a repeated wrong PIN is the same try, a wrong PIN under a new key is another", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const wrong = { ...code, pin: code.wrongPin };
  for (let i = 0; i < 10; i += 1) await redeem(tenant, wrong, key);
  assert.equal((await readCode(tenant, code)).triesLeft, 4);
  assert.equal(await outcomeOf(tenant, wrong), "55");
  assert.equal((await readCode(tenant, code)).triesLeft, 3);
});

test("a key of another body or operation is a 422 and does nothing", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { singleUse: false });
  await redeem(tenant, code, key);
  const before = await countEffects();
  const body = { code: code.code, pin: code.pin, amount: 10, merchant: tenant.merchantId };
  for (const other of [
    { ...body, amount: 10.01 },
    { ...body, pin: code.wrongPin },
    { ...body, code: "0000000000" },
  ]) {
    await expectError(tenant, redeemPaymentCode, { body: other, ...key }, REUSED);
  }
  const { memberId: member, panToken } = code.card;
  await expectError(tenant, createPaymentCode, { body: { member }, ...key }, REUSED);
  await expectError(tenant, createAuthorization, { body: { panToken, amount: 10 }, ...key }, REUSED);
  assert.deepEqual(await countEffects(), before);
  assert.equal((await readCode(tenant, code)).triesLeft, 5);
});

test("the same key of another tenant or environment is another key", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const code = await createTestCode(tenant, { singleUse: false });
  for (const caller of [tenant, other]) assert.equal(await outcomeOf(caller, code, key), "approved");
  assert.equal(await outcomeOf(await createTestKey(tenant, { environment: "live" }), code, key), "14");
});

test("creating and redeeming need a key; an error keeps none", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const { memberId: member } = code.card;
  const body = { code: code.code, pin: code.pin, amount: 10, merchant: tenant.merchantId };
  await expectError(tenant, createPaymentCode, { body: { member }, idempotencyKey: null }, REQUIRED);
  await expectError(tenant, redeemPaymentCode, { body, idempotencyKey: null }, REQUIRED);
  const refused = { status: 400, code: "invalid_reference" } as const;
  await expectError(tenant, redeemPaymentCode, { body: { ...body, merchant: "NoSuchMerchant001" }, ...key }, refused);
  assert.equal((await call(tenant, redeemPaymentCode, { body, ...key })).status, 201);
});

test("a revoke honors a key that is sent and needs none", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const request = { params: { code: code.code }, headers: { "idempotency-key": "revoke-1" } };
  const first = await call(tenant, revokePaymentCode, { ...request, body: { reason: "lost" } });
  const repeat = await call(tenant, revokePaymentCode, { ...request, body: { reason: "lost" } });
  assert.deepEqual([first.status, first.headers.get("idempotent-replayed")], [200, null]);
  assert.deepEqual([repeat.status, repeat.text, repeat.headers.get("idempotent-replayed")], [200, first.text, "true"]);
  await expectError(tenant, revokePaymentCode, { ...request, body: { reason: "found" } }, REUSED);
});

test("a used-up key lets no PIN be tried: a right and a wrong one get the same 422", async () => {
  const tenant = await createTestTenant();
  await redeem(tenant, { code: "0000000000", pin: "0000000" }, key);
  const code = await createTestCode(tenant);
  const texts = new Set<string>();
  for (const pin of [code.pin, code.wrongPin]) {
    const body = { code: code.code, pin, amount: 1, merchant: tenant.merchantId };
    texts.add((await expectError(tenant, redeemPaymentCode, { body, ...key }, REUSED)).text);
  }
  assert.equal(texts.size, 1);
  const { uses, triesLeft } = await readCode(tenant, code);
  assert.deepEqual({ uses, triesLeft }, { uses: 0, triesLeft: 5 });
});
