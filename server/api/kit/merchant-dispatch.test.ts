import assert from "node:assert/strict";
import { test } from "node:test";
import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("an unknown path is a 404 with the error body, with and without a key", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  for (const path of [
    "/merchant/v1",
    "/merchant/v1/",
    "/merchant/v1/transactions",
    "/merchant/v1/transactions/",
    "/merchant/v1/transactions/sale/",
    "/merchant/v1/transactions/Sale",
    "/merchant/v1/transactions/nothing",
    "/merchant/v1/paymentcodes/7KQ2M9XW",
    "/merchant/v2/transactions/sale",
    "/merchant/v1//transactions/sale",
  ]) {
    for (const headers of [{}, credentialsOf(merchant)]) {
      readError(await sendRaw({ method: "POST", path, headers, body: "{}" }), 404, "not_found");
    }
  }
});

test("a wrong method is a 405 that says which one is right", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  for (const { path } of MERCHANT_OPERATIONS) {
    for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const reply = await sendRaw({ method, path, headers: credentialsOf(merchant) });
      readError(reply, 405, "method_not_allowed");
      assert.equal(reply.headers.get("allow"), "POST");
    }
  }
});

test("broken JSON is a 400, a body over 64 KB a 413, the same by stream and with a wrong key a 401", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  for (const [index, { path }] of MERCHANT_OPERATIONS.entries()) {
    const headers = { ...credentialsOf(merchant), "idempotency-key": `broken-${index}` };
    readError(await sendRaw({ method: "POST", path, headers, body: '{"amount":' }), 400, "invalid_json");
    const padding = " ".repeat(65_537);
    readError(await sendRaw({ method: "POST", path, headers, body: padding }), 413, "payload_too_large");
    const body = new Blob([padding]).stream() as ReadableStream<Uint8Array>;
    readError(await sendRaw({ method: "POST", path, headers, body }), 413, "payload_too_large");
    const address = `192.0.2.${index}`;
    const wrong = { authorization: "Bearer mk_test_wrong_wrong" };
    readError(
      await sendRaw({ method: "POST", path, headers: wrong, body: "{", address }),
      401,
      "authentication_failed",
    );
  }
});
