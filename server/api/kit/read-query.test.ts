import assert from "node:assert/strict";
import { test } from "node:test";
import { MERCHANT_ENDPOINTS } from "@/server/api/merchant-v1";
import { V1_ENDPOINTS } from "@/server/api/v1";
import { listSubscriptions } from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { createTestNetworkKey } from "@/server/testing/bank-statements";
import { call, send } from "@/server/testing/clients/api-client";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const PARAMS = { id: "3Fq8rT2kZb7Wn4XsD", code: "7KQ2M9XW4T", deliveryId: "3Fq8rTDw2Lk9VbN4h" };

test("an unknown parameter of a list is a 400 that names it; a query without parameters changes nothing", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const network = await createTestNetworkKey();
  for (const { contract: operation } of [...V1_ENDPOINTS, ...MERCHANT_ENDPOINTS]) {
    const sender = { tenant, merchant, network, none: null }[operation.auth];
    const body = operation.body ? { rawBody: JSON.stringify(operation.body.example) } : {};
    const options = { params: PARAMS, query: { stat: "active" }, ...body };
    const { status, text } = await send(sender, operation, options);
    assert.equal(text.includes("Unknown parameter `stat`. "), "query" in operation, operation.id);
    if ("query" in operation) assert.equal(status, 400);
  }
  const health = await sendRaw({ path: "/v1/health?ts=1" });
  assert.equal(health.status, 200);
  for (const query of ["", "?ts=1&ts=2"]) {
    assert.equal((await sendRaw({ path: `/v1/me${query}`, headers: credentialsOf(tenant) })).status, 200);
  }
});

test("a parameter is given once, and a name from outside is bounded", async () => {
  const headers = credentialsOf(await createTestTenant());
  const fieldOf = async (query: string) => {
    const reply = await sendRaw({ path: `/v1/webhook-subscriptions?${query}`, headers });
    return readError(reply, 400, "validation_error").field;
  };
  assert.equal(await fieldOf("limit=1&limit=2"), "limit");
  assert.equal(await fieldOf("status=active&status=active"), "status");
  assert.equal(await fieldOf("__proto__=1"), "__proto__");
  assert.equal(await fieldOf(`${"x".repeat(100)}=1`), "x".repeat(64));
  assert.equal(await fieldOf("=1"), "");
});

test("known fields are read as before", async () => {
  const tenant = await createTestTenant();
  const query = { limit: "100", status: "paused" };
  assert.deepEqual((await call(tenant, listSubscriptions, { query })).body, { data: [], hasMore: false });
});

test("a page size is refused for what is wrong with it", async () => {
  const headers = credentialsOf(await createTestTenant());
  const messageOf = async (limit: string) => {
    const reply = await sendRaw({ path: `/v1/webhook-subscriptions?limit=${limit}`, headers });
    return readError(reply, 400, "validation_error").message;
  };
  assert.match(await messageOf("0"), /must be at least 1$/);
  assert.match(await messageOf("101"), /must be at most 100$/);
  for (const text of ["", "1e1", "0x10", "+5", "05", "5.0", "99999999999"]) {
    assert.equal(await messageOf(text), "limit: must be a whole number in plain decimal digits, such as 25", text);
  }
});
