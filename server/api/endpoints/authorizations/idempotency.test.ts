import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const WRITES: readonly OperationContract[] = [
  contracts.createAuthorization,
  contracts.captureAuthorization,
  contracts.incrementAuthorization,
  contracts.reverseAuthorization,
];
const REUSED = { status: 422, code: "idempotency_key_reused" } as const;

async function prepare(tenant: TestTenant, operation: OperationContract) {
  const { card, recordId } = await createTestHold(tenant);
  const isCreation = operation.id === "createAuthorization";
  const withAmount = (amount: number) => JSON.stringify(isCreation ? { panToken: card.panToken, amount } : { amount });
  return { params: { id: recordId }, rawBody: withAmount(5), withAmount };
}

for (const operation of WRITES) {
  test(`${operation.id}: a repeat is a 200 with the same body, says so, and does nothing`, async () => {
    const tenant = await createTestTenant();
    const { params, rawBody } = await prepare(tenant, operation);
    const options = { params, rawBody, idempotencyKey: randomUUID() };
    const first = await call(tenant, operation, options);
    const before = await Promise.all(["authorizations", "captures", "reversals", "events", "entries"].map(countRows));
    for (let i = 0; i < 2; i += 1) {
      const repeat = await call(tenant, operation, options);
      assert.deepEqual([repeat.status, repeat.text], [200, first.text]);
      assert.equal(repeat.headers.get("idempotent-replayed"), "true");
      assert.notEqual(repeat.headers.get("x-request-id"), first.headers.get("x-request-id"));
    }
    const after = await Promise.all(["authorizations", "captures", "reversals", "events", "entries"].map(countRows));
    assert.equal(first.headers.get("idempotent-replayed"), null);
    assert.deepEqual(after, before);
  });

  test(`${operation.id}: a key is required and has 1 to 80 printable ASCII characters`, async () => {
    const tenant = await createTestTenant();
    const { params, rawBody } = await prepare(tenant, operation);
    const missing = { status: 400, code: "idempotency_key_required" } as const;
    for (const headers of [{}, { "idempotency-key": "" }, { "idempotency-key": "  " }] as Record<string, string>[]) {
      const { error } = await expectError(
        tenant,
        operation,
        { params, rawBody, idempotencyKey: null, headers },
        missing,
      );
      assert.equal(error.field, "Idempotency-Key");
    }
    for (const idempotencyKey of ["k".repeat(81), "clé", "tab\tinside"]) {
      const invalid = { status: 400, code: "validation_error" } as const;
      const { error } = await expectError(tenant, operation, { params, rawBody, idempotencyKey }, invalid);
      assert.equal(error.field, "Idempotency-Key");
    }
    const longest = await call(tenant, operation, { params, rawBody, idempotencyKey: "~ ".repeat(39).concat("!!") });
    assert.equal(longest.headers.get("idempotent-replayed"), null);
  });

  test(`${operation.id}: the same key with another body or another path is a 422`, async () => {
    const tenant = await createTestTenant();
    const { params, rawBody, withAmount } = await prepare(tenant, operation);
    const idempotencyKey = randomUUID();
    await call(tenant, operation, { params, rawBody, idempotencyKey });
    const other = { params, rawBody: withAmount(6), idempotencyKey };
    assert.equal((await expectError(tenant, operation, other, REUSED)).error.field, "Idempotency-Key");
    for (const other of WRITES.filter(({ id }) => id !== operation.id)) {
      const request = await prepare(tenant, other);
      await expectError(tenant, other, { params: request.params, rawBody: request.rawBody, idempotencyKey }, REUSED);
    }
  });

  test(`${operation.id}: the same key of another tenant or environment is another key`, async () => {
    const tenant = await createTestTenant();
    const elsewhere = [await createTestTenant(), await createTestKey(tenant, { environment: "live" })];
    const idempotencyKey = randomUUID();
    for (const caller of [tenant, ...elsewhere]) {
      const { params, rawBody } = await prepare(caller, operation);
      const reply = await call(caller, operation, { params, rawBody, idempotencyKey });
      assert.equal(reply.headers.get("idempotent-replayed"), null);
    }
  });

  test(`${operation.id}: two keys of one tenant and environment share their idempotency keys`, async () => {
    const tenant = await createTestTenant();
    const { params, rawBody } = await prepare(tenant, operation);
    const options = { params, rawBody, idempotencyKey: randomUUID() };
    const first = await call(tenant, operation, options);
    const repeat = await call(await createTestKey(tenant), operation, options);
    assert.deepEqual([repeat.text, repeat.headers.get("idempotent-replayed")], [first.text, "true"]);
  });
}

test("a decline is kept like an approval", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant, { fundsMinor: 1n });
  const options = { body: { panToken, amount: 5 }, idempotencyKey: randomUUID() };
  const first = await call(tenant, contracts.createAuthorization, options);
  const repeat = await call(tenant, contracts.createAuthorization, options);
  assert.deepEqual([first.status, repeat.status, repeat.text], [200, 200, first.text]);
  assert.equal(repeat.headers.get("idempotent-replayed"), "true");
});

test("reading ignores the header", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const headers = { "idempotency-key": "k".repeat(81) };
  const { status } = await call(tenant, contracts.getAuthorization, { params: { id: recordId }, headers });
  assert.equal(status, 200);
});
