import assert from "node:assert/strict";
import { test } from "node:test";
import { captureAuthorization, createAuthorization } from "@/server/contracts/rest/authorizations";
import { flushRequestLog, openRequestLog } from "@/server/domain/request-log";
import { READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { call, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();
openRequestLog();

testTenantAuthority("workbench", {
  "tenant.workbench.get": {
    call: (portal, place) => portal.tenant.workbench.get({ ...place, text: "anything" }),
    allowed: READING,
    others: null,
  },
});

async function openWorkbench(tenant: TestTenant) {
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id })));
  return (text: string, environment: "test" | "live" = "test") =>
    portal.tenant.workbench.get({ tenant: tenant.slug, environment, text });
}

async function payAndCapture(tenant: TestTenant, idempotencyKey: string) {
  const card = await createTestCard(tenant);
  const options = { body: { panToken: card.panToken, amount: 5 }, idempotencyKey };
  const paid = await call(tenant, createAuthorization, options);
  const { recordId, authorizationId } = paid.body as { recordId: string; authorizationId: string };
  await send(tenant, createAuthorization, options);
  await send(tenant, captureAuthorization, { params: { id: recordId }, body: { amount: 9 } });
  const captured = await call(tenant, captureAuthorization, { params: { id: recordId }, body: { amount: 3 } });
  await flushRequestLog();
  const idOf = ({ headers }: { readonly headers: Headers }) => headers.get("x-request-id") ?? "";
  return { recordId, authorizationId, first: idOf(paid), last: idOf(captured) };
}

test("a payment, any of its requests, and its key all lead to the same joined story", async () => {
  const tenant = await createTestTenant();
  await subscribe(tenant);
  const { recordId, authorizationId, first, last } = await payAndCapture(tenant, "order 77");
  const stranger = await createTestTenant();
  const [open, openStrange] = [await openWorkbench(tenant), await openWorkbench(stranger)];
  for (const text of ["order 77", " order 77 ", authorizationId, recordId, first, last]) {
    const { story, others, requests } = await open(text);
    assert.equal(story?.id, recordId, text);
    assert.deepEqual(others, []);
    assert.deepEqual(
      requests.map(({ status, errorCode, isReplay }) => [status, errorCode, isReplay]),
      [
        [201, null, false],
        [200, null, true],
        [409, "amount_exceeds_remaining_hold", false],
        [200, null, false],
      ],
      text,
    );
    assert.equal(requests[0]?.bodies?.requestBody, '{"panToken":"[redacted]","amount":5}');
    assert.match(requests[2]?.bodies?.responseBody ?? "", /"remaining":5/);
    assert.ok(story.decision.rules.length > 0);
    assert.deepEqual([story.entries.length, story.deliveries.length], [2, 2]);
    assert.deepEqual(await openStrange(text), { story: null, others: [], requests: [] }, "another tenant’s");
    assert.deepEqual(await open(text, "live"), { story: null, others: [], requests: [] }, "another environment’s");
  }
});

test("a key with a failed request shows the failure, and an unknown one shows nothing", async () => {
  const tenant = await createTestTenant();
  const open = await openWorkbench(tenant);
  await send(tenant, createAuthorization, { rawBody: '{"amount":0}', idempotencyKey: "order 78" });
  await flushRequestLog();
  const { story, requests } = await open("order 78");
  assert.equal(story, null);
  assert.deepEqual(
    requests.map(({ errorCode, bodies }) => [errorCode, bodies?.requestBody]),
    [["validation_error", '{"amount":0}']],
  );
  for (const text of ["order 79", "%", "'"]) {
    assert.deepEqual(await open(text), { story: null, others: [], requests: [] }, text);
  }
});
