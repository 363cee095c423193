import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import {
  captureAuthorization,
  createAuthorization,
  reverseAuthorization,
} from "@/server/contracts/rest/authorizations";
import { setCardStatus } from "@/server/domain/members";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { rotateTestSecret, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("a refusal keeps nothing: the same key works once the reason is gone", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const idempotencyKey = randomUUID();
  const params = { id: recordId };
  const refusals = [
    [captureAuthorization, { rawBody: "{" }, { status: 400, code: "invalid_json" }],
    [captureAuthorization, { rawBody: '{"amount":0}' }, { status: 400, code: "validation_error" }],
    [captureAuthorization, { body: { amount: 61 } }, { status: 409, code: "amount_exceeds_remaining_hold" }],
    [captureAuthorization, { params: { id: "0000000" } }, { status: 404, code: "authorization_not_found" }],
    [createAuthorization, { body: { panToken: "3Fq8rT2kZb7Wn4XsD", amount: 1 } }, { status: 422, code: "14" }],
  ] as const;
  for (const [operation, options, expected] of refusals) {
    await expectError(tenant, operation, { params, idempotencyKey, ...options }, expected);
    assert.equal(await countRows("idempotency_keys"), 1, "only the hold’s own");
  }
  const done = await call(tenant, captureAuthorization, { params, idempotencyKey, body: { amount: 60 } });
  assert.deepEqual([done.status, done.headers.get("idempotent-replayed")], [200, null]);
});

test("a refusal is decided again each time, and is never a replay", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const options = { params: { id: recordId }, body: { amount: 61 }, idempotencyKey: randomUUID() };
  const expected = { status: 409, code: "amount_exceeds_remaining_hold" } as const;
  await expectError(tenant, captureAuthorization, options, expected);
  await call(tenant, captureAuthorization, { params: options.params, body: { amount: 10 } });
  const again = await expectError(tenant, captureAuthorization, options, expected);
  assert.deepEqual([again.error.details.remaining, again.headers.get("idempotent-replayed")], [50, null]);
});

test("a repeat gets the earlier answer whatever has happened since", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const created = { body: { panToken: card.panToken, amount: 60 }, idempotencyKey: randomUUID() };
  const first = await call(tenant, createAuthorization, created);
  const captured = { params: { id: first.body.recordId ?? "" }, body: {}, idempotencyKey: randomUUID() };
  const capture = await call(tenant, captureAuthorization, captured);
  await call(tenant, reverseAuthorization, { params: captured.params });
  await setCardStatus(networkCaller(), { cardId: card.id, status: "closed" });
  await queryTestDatabase("UPDATE merchants SET status = 'suspended' WHERE tenant_id = $1", [tenant.id]);
  await suspendTestTenant(tenant);
  const current = await rotateTestSecret(tenant, "sk_test_another_secret");
  const createdAgain = await call(current, createAuthorization, created);
  const capturedAgain = await call(current, captureAuthorization, captured);
  assert.deepEqual([createdAgain.status, createdAgain.text], [200, first.text]);
  assert.deepEqual([capturedAgain.status, capturedAgain.text], [200, capture.text]);
});

test("a repeat needs the credentials of the first", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const options = { params: { id: recordId }, idempotencyKey: randomUUID() };
  await call(tenant, captureAuthorization, options);
  const guessing = { ...tenant, secret: "sk_test_wrong" };
  const refused = await expectError(guessing, captureAuthorization, options, {
    status: 401,
    code: "authentication_failed",
  });
  assert.equal(refused.headers.get("idempotent-replayed"), null);
});

test("twenty requests at once with one key: one does the work, the others get its answer", async () => {
  const tenant = await createTestTenant();
  const { panToken, accountId } = await createTestCard(tenant);
  const options = { body: { panToken, amount: 5 }, idempotencyKey: randomUUID() };
  await send(tenant, createAuthorization, { rawBody: "{" });
  const replies = await Promise.all(Array.from({ length: 20 }, () => call(tenant, createAuthorization, options)));
  const [created, ...others] = replies.filter(({ status }) => status === 201);
  assert.ok(created);
  assert.equal(others.length, 0);
  for (const reply of replies) assert.equal(reply.text, created.text);
  assert.equal(replies.filter(({ headers }) => headers.get("idempotent-replayed") === "true").length, 19);
  const [account] = await queryTestDatabase("SELECT held_minor FROM accounts WHERE id = $1", [accountId]);
  assert.equal(account?.held_minor, "500");
});

test("one key for two different requests at once: one wins, the other is a 422", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const idempotencyKey = randomUUID();
  const params = { id: recordId };
  await send(tenant, captureAuthorization, { params, rawBody: "{" });
  const before = await countRows("captures");
  const replies = await Promise.all(
    [1, 2].map((amount) => send(tenant, captureAuthorization, { params, body: { amount }, idempotencyKey })),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
  assert.equal(await countRows("captures"), before + 1);
});
