import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createAuthorization, getAuthorization } from "@/server/contracts/rest/authorizations";
import { listRequests } from "@/server/contracts/rest/reading-back/requests";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { closeRequestLog, flushRequestLog, openRequestLog } from "@/server/domain/request-log";
import { DAY_MS, now } from "@/server/platform/clock";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestRequest } from "@/server/testing/request-log";

withTestDatabase();
openRequestLog();
after(closeRequestLog);

async function listed(tenant: TestTenant, query: Record<string, string> = {}) {
  await flushRequestLog();
  return (await call(tenant, listRequests, { query })).body.data;
}

test("the log has requests of the tenant and its merchants, newest first, and filters tell them apart", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const { panToken } = await createTestCard(tenant);
  const body = { panToken, amount: 1 };
  const { headers } = await send(tenant, createAuthorization, { rawBody: JSON.stringify(body), idempotencyKey: "one" });
  await call(tenant, createAuthorization, { body, idempotencyKey: "one" });
  await send(merchant, sellTransaction, {
    rawBody: JSON.stringify({ amount: 2, paymentMethod: panToken }),
    idempotencyKey: null,
  });
  await send(tenant, getAuthorization, { params: { id: "1234567" } });
  const [refused, sale, replay, first, ...others] = await listed(tenant);
  assert.deepEqual(others, []);
  assert.ok(refused && sale && replay && first);
  const { durationMs, createdAt, ...said } = first;
  assert.ok(durationMs >= 0 && Date.parse(createdAt) <= Date.now());
  assert.deepEqual(said, {
    id: headers.get("x-request-id"),
    method: "POST",
    path: "/v1/authorizations",
    status: 201,
    errorCode: null,
    idempotencyKey: "one",
    isReplay: false,
    isKeyless: false,
    keyId: tenant.publicKey,
    merchant: null,
  });
  assert.deepEqual([replay.isReplay, sale.isKeyless, sale.merchant], [true, true, merchant.id]);
  assert.deepEqual([refused.path, refused.errorCode], ["/v1/authorizations/{id}", "authorization_not_found"]);
  const found = async (query: Record<string, string>) => (await listed(tenant, query)).map(({ id }) => id);
  assert.deepEqual(await found({ failed: "true" }), [refused.id]);
  assert.deepEqual(await found({ class: "4" }), [refused.id]);
  assert.deepEqual(await found({ class: "4", failed: "true", keyless: "true" }), []);
  assert.deepEqual(await found({ error: "authorization_not_found" }), [refused.id]);
  assert.deepEqual(await found({ keyless: "true" }), [sale.id]);
  assert.deepEqual(await found({ key: sale.keyId }), [sale.id]);
  assert.deepEqual(await found({ idempotencyKey: "one" }), [replay.id, first.id]);
  assert.deepEqual(await found({ operation: "POST /v1/authorizations" }), [replay.id, first.id]);
  assert.deepEqual(await found({ requestId: first.id }), [first.id]);
  assert.deepEqual(await found({ ending_before: replay.id }), [refused.id, sale.id]);
  assert.deepEqual(await found({ starting_after: replay.id, limit: "1" }), [first.id]);
  const [before] = [await createTestRequest(tenant, { createdAt: new Date(now().getTime() - DAY_MS) })];
  assert.deepEqual(await found({ "created[lt]": first.createdAt }), [before.id]);
  const invalid = { status: 400, code: "validation_error" } as const;
  for (const query of [{ class: "3" }, { failed: "yes" }, { address: "127.0.0.1" }])
    await expectError(tenant, listRequests, { query }, invalid);
});

test("reading the log adds nothing to it, unless it is refused", async () => {
  const tenant = await createTestTenant();
  assert.deepEqual([await listed(tenant), await listed(tenant)], [[], []]);
  await expectError(tenant, listRequests, { query: { class: "3" } }, { status: 400, code: "validation_error" });
  assert.deepEqual(
    (await listed(tenant)).map(({ path, errorCode }) => [path, errorCode]),
    [["/v1/requests", "validation_error"]],
  );
});
