import assert from "node:assert/strict";
import { test } from "node:test";
import { getPaymentCode, redeemPaymentCode, revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { getPrisma } from "@/server/db/prisma";
import { createMerchant } from "@/server/domain/merchants";
import { call, expectError, type Reply } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCode, outcomeOf, readCode, redeem } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const PER_MERCHANT = 30;
const PER_KEY = 120;
const LIMITED = { status: 429, code: "rate_limit_exceeded" } as const;
const MISSING = { status: 404, code: "payment_code_not_found" } as const;

function guess(i: number): string {
  return `0000${String(i).padStart(6, "0")}`;
}

async function missAt(tenant: TestTenant, merchant: string, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    assert.equal(await outcomeOf(tenant, { code: guess(i), pin: "0000000" }, { merchant }), "14");
  }
}

function assertRetryAfter(reply: Reply): void {
  const seconds = Number(reply.headers.get("retry-after"));
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 600, `Retry-After: ${seconds}`);
}

async function expectLimited(tenant: TestTenant, merchant: string) {
  const body = { code: guess(0), pin: "0000000", amount: 1, merchant };
  assertRetryAfter(await expectError(tenant, redeemPaymentCode, { body }, LIMITED));
}

test("mistyped codes close no till: misses past the budget are refused and not stored, a right code pays", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const second = await createMerchant(networkCaller(), { tenantId: tenant.id, name: "Second", mcc: "5814" });
  const code = await createTestCode(tenant, { singleUse: false });
  await missAt(tenant, tenant.merchantId, PER_MERCHANT);
  await expectLimited(tenant, tenant.merchantId);
  await expectLimited(await createTestKey(tenant), tenant.merchantId);
  assert.equal(
    await getPrisma().event.count({ where: { tenantId: tenant.id, type: "authorization.declined" } }),
    PER_MERCHANT,
  );
  assert.equal(await outcomeOf(tenant, code), "approved");
  assert.equal(await outcomeOf(tenant, { ...code, pin: code.wrongPin }), "55");
  assert.equal(await outcomeOf(tenant, code), "approved");
  await missAt(tenant, second.id, 1);
  await missAt(other, other.merchantId, 1);
  const { uses, triesLeft } = await readCode(tenant, code);
  assert.deepEqual({ uses, triesLeft }, { uses: 2, triesLeft: 5 });
});

test("a waiting caller still gets the answers given before", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const first = await redeem(tenant, code, { idempotencyKey: "order-1" });
  await missAt(tenant, tenant.merchantId, PER_MERCHANT);
  const repeat = await redeem(tenant, code, { idempotencyKey: "order-1" });
  assert.deepEqual([repeat.status, repeat.text, repeat.headers.get("idempotent-replayed")], [200, first.text, "true"]);
});

test("a repeat of a miss is no other miss, and a wrong PIN, another refusal or an invalid code is none", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { lockoutThreshold: 100, singleUse: false });
  for (let i = 0; i <= PER_MERCHANT; i += 1) {
    await redeem(tenant, { code: guess(0), pin: "0000000" }, { idempotencyKey: "one-miss" });
    assert.equal(await outcomeOf(tenant, { ...code, pin: code.wrongPin }), "55");
    const invalid = { code: "0000", pin: "0000000", amount: 1, merchant: tenant.merchantId };
    await expectError(tenant, redeemPaymentCode, { body: invalid }, { status: 400, code: "validation_error" });
  }
  assert.equal(await outcomeOf(tenant, code), "approved");
});

for (const operation of [getPaymentCode, revokePaymentCode]) {
  test(`${operation.id}: past its budget the misses of a key are refused, and nothing else`, async () => {
    const [tenant, owner] = [await createTestTenant(), await createTestTenant()];
    const [mine, theirs] = [await createTestCode(tenant), await createTestCode(owner)];
    const secondKey = await createTestKey(tenant);
    for (let i = 0; i < PER_KEY; i += 1) {
      await expectError(tenant, operation, { params: { code: i % 2 ? guess(i) : theirs.code } }, MISSING);
    }
    for (const refused of [getPaymentCode, revokePaymentCode]) {
      for (const code of [guess(1), theirs.code]) {
        assertRetryAfter(await expectError(tenant, refused, { params: { code } }, LIMITED));
      }
    }
    await expectLimited(tenant, tenant.merchantId);
    await call(tenant, getTenantIdentity);
    assert.equal((await readCode(tenant, mine)).status, "Code Active");
    assert.equal(await outcomeOf(tenant, mine), "approved");
    await expectError(secondKey, operation, { params: { code: guess(1) } }, MISSING);
  });
}

test("misses at many merchants count together against their key", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  for (let i = 0; i < Math.ceil(PER_KEY / PER_MERCHANT); i += 1) {
    const { id } = await createMerchant(networkCaller(), { tenantId: tenant.id, name: `Merchant ${i}`, mcc: "5814" });
    await missAt(tenant, id, PER_MERCHANT);
  }
  await expectLimited(tenant, tenant.merchantId);
  assert.equal(await outcomeOf(tenant, code), "approved");
  await missAt(await createTestKey(tenant), tenant.merchantId, 1);
});

test("a throttled caller's further requests block no one else on the key", async () => {
  const tenant = await createTestTenant();
  const second = await createMerchant(networkCaller(), { tenantId: tenant.id, name: "Second", mcc: "5814" });
  const code = await createTestCode(tenant);
  await missAt(tenant, tenant.merchantId, PER_MERCHANT);
  for (let i = 0; i < PER_KEY; i += 1) await expectLimited(tenant, tenant.merchantId);
  assert.equal((await readCode(tenant, code)).status, "Code Active");
  assert.equal(await outcomeOf(tenant, code, { merchant: second.id }), "approved");
});

test("a burst of existing codes is no guessing", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { singleUse: false });
  const burst = Array.from({ length: 2 * PER_MERCHANT }, () => outcomeOf(tenant, code));
  assert.deepEqual(new Set(await Promise.all(burst)), new Set(["approved"]));
  await Promise.all(Array.from({ length: 2 * PER_KEY }, () => readCode(tenant, code)));
  assert.equal(await outcomeOf(tenant, code), "approved");
});
