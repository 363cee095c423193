import assert from "node:assert/strict";
import { test } from "node:test";
import { getPaymentCode } from "@/server/contracts/rest/payment-codes";
import { expectError, send } from "@/server/testing/clients/api-client";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestCode, outcomeOf, readCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const MISSING = { status: 404, code: "payment_code_not_found" } as const;

test("another tenant's code is no different from an unknown one, though that tenant may charge it", async () => {
  const [owner, stranger] = [await createTestTenant(), await createTestTenant()];
  const { code, pin } = await createTestCode(owner, { singleUse: false });
  assert.equal(await outcomeOf(stranger, { code, pin }), "approved");
  const refused = await expectError(stranger, getPaymentCode, { params: { code } }, MISSING);
  const unknown = await expectError(stranger, getPaymentCode, { params: { code: "0000000000" } }, MISSING);
  assert.equal(refused.text, unknown.text);
});

test("the tenant's key of the other environment does not see it, its second key of this one does", async () => {
  for (const [environment, other] of [["live", "test"] as const, ["test", "live"] as const]) {
    const tenant = await createTestTenant({ environment });
    const { code, recordId } = await createTestCode(tenant);
    const otherKey = await createTestKey(tenant, { environment: other });
    await expectError(otherKey, getPaymentCode, { params: { code } }, MISSING);
    assert.equal((await readCode(await createTestKey(tenant), { code })).recordId, recordId);
  }
});

test("a code is found by itself only, never by its record id", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestCode(tenant);
  for (const code of [recordId, "7KQ2M9XW4", "7KQ2M9XW4TT", "7KQ2M9XW4U"]) {
    const invalid = { status: 400, code: "validation_error" } as const;
    const { error } = await expectError(tenant, getPaymentCode, { params: { code } }, invalid);
    assert.equal(error.field, "code");
  }
});

test("reading changes nothing and shows neither PIN, code nor anything hashed", async () => {
  const tenant = await createTestTenant();
  const { code, pin, expiresAt } = await createTestCode(tenant);
  const [first, second] = [await readCode(tenant, { code }), await readCode(tenant, { code })];
  assert.deepEqual(first, second);
  assert.equal(first.expiresAt, expiresAt);
  const { text } = await send(tenant, getPaymentCode, { params: { code } });
  assert.doesNotMatch(text, new RegExp(`${pin}|${code}|\\$2[aby]\\$|[0-9a-f]{64}`, "i"));
});

test("the address of redeeming is not a code's", async () => {
  const tenant = await createTestTenant();
  const get = await sendRaw({ path: "/v1/payment-codes/authorize", headers: credentialsOf(tenant) });
  readError(get, 405, "method_not_allowed");
  assert.equal(get.headers.get("allow"), "POST");
});
