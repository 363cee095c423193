import assert from "node:assert/strict";
import { test } from "node:test";
import { captureAuthorization, createAuthorization, getAuthorization } from "@/server/contracts/rest/authorizations";
import { createPaymentCode } from "@/server/contracts/rest/payment-codes";
import { getPrisma } from "@/server/db/prisma";
import { flushRequestLog, openRequestLog } from "@/server/domain/request-log";
import { maintainPartitions } from "@/server/domain/retention";
import { now } from "@/server/platform/clock";
import { READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { call, send } from "@/server/testing/clients/api-client";
import { DAY_MS } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();
openRequestLog();

async function makeRequest(of: TestTenant): Promise<string> {
  const { headers } = await send(of, getAuthorization, { params: { id: "0".repeat(17) } });
  await flushRequestLog();
  return headers.get("x-request-id") ?? "";
}

testTenantAuthority("requests", {
  "tenant.requests.list": {
    call: (portal, place) => portal.tenant.requests.list(place),
    allowed: READING,
    others: null,
  },
  "tenant.requests.errors": {
    call: (portal, place) => portal.tenant.requests.errors({ ...place, period: "day" }),
    allowed: READING,
    others: null,
  },
  "tenant.requests.get": {
    prepare: makeRequest,
    call: (portal, place, id) => portal.tenant.requests.get({ ...place, id }),
    allowed: READING,
    others: "not_found",
  },
});

async function viewerOf(tenant: TestTenant) {
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  return {
    portal: portalOf(await openTestSession(user)),
    place: { tenant: tenant.slug, environment: "test" as const },
  };
}

test("a request without stored bodies says why, in the log and in the workbench", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const pin = Array.from({ length: 33 }, (_, n) => `1234${n}`);
  const { headers } = await send(tenant, createAuthorization, {
    rawBody: JSON.stringify({ panToken, amount: 5, pin }),
    idempotencyKey: "too many",
  });
  await flushRequestLog();
  const { portal, place } = await viewerOf(tenant);
  const id = headers.get("x-request-id") ?? "";
  const { bodies } = await portal.tenant.requests.get({ ...place, id });
  assert.deepEqual([bodies?.requestBody, bodies?.responseBody, bodies?.unkeptBecause], [null, null, "too_much"]);
  const { requests } = await portal.tenant.workbench.get({ ...place, text: "too many" });
  assert.equal(requests[0]?.bodies?.unkeptBecause, "too_much");
});

test("a request is in the log, found by filter, key, and id, with its records and kept answer", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const options = { body: { panToken: card.panToken, amount: 5 }, idempotencyKey: "order 1" };
  const first = await send(tenant, createAuthorization, options);
  const replay = await send(tenant, createAuthorization, options);
  const { recordId } = JSON.parse(first.text) as { recordId: string };
  await send(tenant, captureAuthorization, { params: { id: recordId }, body: { amount: 9 } });
  await flushRequestLog();
  const { portal, place } = await viewerOf(tenant);

  const found = await portal.tenant.requests.list({ ...place, idempotencyKey: "order 1" });
  assert.deepEqual(
    found.items.map(({ status, isReplay }) => [status, isReplay]),
    [
      [200, true],
      [201, false],
    ],
  );
  const failed = await portal.tenant.requests.list({ ...place, class: "4" });
  assert.deepEqual(
    failed.items.map(({ method, path, errorCode }) => [method, path, errorCode]),
    [["POST", `/v1/authorizations/${recordId}/capture`, "amount_exceeds_remaining_hold"]],
  );
  const operation = "POST /v1/authorizations/{id}/capture";
  assert.equal((await portal.tenant.requests.list({ ...place, operation })).items.length, 1);
  for (const odd of ["GET /v1/{1,", "GET /v1/a{9999,}", "GET /v1/(", "POST /v1/authorizations/.*/capture"]) {
    assert.equal((await portal.tenant.requests.list({ ...place, operation: odd })).items.length, 0, odd);
  }
  assert.equal((await portal.tenant.requests.list({ ...place, key: "pk_test_other" })).items.length, 0);
  const requestId = replay.headers.get("x-request-id") ?? "";
  const [byId] = (await portal.tenant.requests.list({ ...place, requestId })).items;
  assert.equal(byId?.id, requestId);

  const detail = await portal.tenant.requests.get({ ...place, id: requestId });
  assert.equal(detail.authorizationId, recordId);
  assert.equal(detail.answer?.body, first.text);
  assert.equal(detail.address, "127.0.0.0/24");
});

test("neither bodies, secrets, tokens nor codes are in the log, nor what no one has proved to be theirs", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  await send(tenant, getAuthorization, { params: { id: card.panToken } });
  const minted = await send(tenant, createPaymentCode, { body: { member: card.memberId }, idempotencyKey: "code" });
  const { code, pin } = JSON.parse(minted.text) as { code: string; pin: string };
  await send({ ...tenant, secret: "sk_test_wrong" }, getAuthorization, { params: { id: "0".repeat(17) } });
  await flushRequestLog();
  const rows = await getPrisma().requestRecord.findMany({ where: { tenantId: tenant.id } });
  assert.equal(rows.length, 2);
  const text = JSON.stringify(rows);
  for (const secret of [card.panToken, code, pin, tenant.secret, card.memberId]) assert.ok(!text.includes(secret));
  const { portal, place } = await viewerOf(tenant);
  const detail = await portal.tenant.requests.get({ ...place, id: minted.headers.get("x-request-id") ?? "" });
  assert.deepEqual([detail.answer?.isHidden, detail.answer?.body], [true, null]);
});

test("a request is forgotten after 30 days", async () => {
  const tenant = await createTestTenant();
  const id = await makeRequest(tenant);
  const before = await getPrisma().requestRecord.count();
  await getPrisma().requestRecord.updateMany({
    where: { id },
    data: { createdAt: new Date(now().getTime() - 30 * DAY_MS) },
  });
  assert.equal((await maintainPartitions({ now: new Date(now().getTime() + 60_000) })).deleted, 1);
  assert.equal(await getPrisma().requestRecord.count(), before - 1);
});

test("failures are grouped by operation and code over time, and a group is found in the list", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const paid = [1, 2].map(() => call(tenant, createAuthorization, { body: { panToken: card.panToken, amount: 5 } }));
  for (const { body } of await Promise.all(paid)) {
    const { recordId } = body as { recordId: string };
    await send(tenant, captureAuthorization, { params: { id: recordId }, body: { amount: 9 } });
  }
  await makeRequest(tenant);
  await makeRequest(await createTestTenant());
  const yesterday = await makeRequest(tenant);
  await getPrisma().requestRecord.updateMany({
    where: { id: yesterday },
    data: { createdAt: new Date(now().getTime() - 2 * DAY_MS) },
  });
  const { portal, place } = await viewerOf(tenant);
  const { groups, isCut } = await portal.tenant.requests.errors({ ...place, period: "day" });
  assert.equal(isCut, false);
  const operation = "POST /v1/authorizations/{id}/capture";
  assert.deepEqual(
    groups.map(({ operation, errorCode, status, count }) => [operation, errorCode, status, count]),
    [
      [operation, "amount_exceeds_remaining_hold", 409, 2],
      ["GET /v1/authorizations/{id}", "authorization_not_found", 404, 1],
    ],
  );
  assert.deepEqual([groups[0]?.counts.length, groups[0]?.counts.at(-1)], [24, 2]);
  const week = await portal.tenant.requests.errors({ ...place, period: "week" });
  const missing = week.groups.find(({ errorCode }) => errorCode === "authorization_not_found");
  assert.deepEqual([missing?.count, missing?.counts.length, missing?.counts[19]], [2, 28, 1]);
  const listed = await portal.tenant.requests.list({ ...place, operation, error: "amount_exceeds_remaining_hold" });
  assert.equal(listed.items.length, 2);
  assert.equal((await portal.tenant.requests.list({ ...place, operation, error: "not_found" })).items.length, 0);
});
