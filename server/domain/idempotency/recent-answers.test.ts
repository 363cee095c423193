import assert from "node:assert/strict";
import { test } from "node:test";
import { captureAuthorization, createAuthorization } from "@/server/contracts/rest/authorizations";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("a repeat of a repeat skips the database, and another request under its key is refused", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const authorized = { body: { panToken: card.panToken, amount: 30 }, idempotencyKey: "order-1" };
  const approval = await call(tenant, createAuthorization, authorized);
  assert.ok(approval.body.status === "approved");
  const captured = { params: { id: approval.body.recordId }, body: { amount: 10 }, idempotencyKey: "capture-1" };
  const capture = await call(tenant, captureAuthorization, captured);
  assert.deepEqual((await call(tenant, createAuthorization, authorized)).body, approval.body);
  assert.deepEqual((await call(tenant, captureAuthorization, captured)).body, capture.body);
  // A replay that read the table would return this.
  await queryTestDatabase('UPDATE idempotency_keys SET body = \'{"is":"not the answer"}\'');
  for (const [again, earlier] of [
    [await call(tenant, createAuthorization, authorized), approval.body],
    [await call(tenant, captureAuthorization, captured), capture.body],
  ] as const) {
    assert.deepEqual([again.status, again.headers.get("idempotent-replayed"), again.body], [200, "true", earlier]);
  }
  await expectError(
    tenant,
    createAuthorization,
    { ...authorized, body: { ...authorized.body, amount: 31 } },
    { status: 422, code: "idempotency_key_reused" },
  );
});

test("another tenant's equal key is its own", async () => {
  const [one, other] = [await createTestTenant(), await createTestTenant()];
  const ask = async (tenant: typeof one) => {
    const card = await createTestCard(tenant, { fundsMinor: 100_00n });
    const options = { body: { panToken: card.panToken, amount: 30 }, idempotencyKey: "order-1" };
    const first = await call(tenant, createAuthorization, options);
    return {
      first,
      again: [await call(tenant, createAuthorization, options), await call(tenant, createAuthorization, options)],
    };
  };
  for (const { first, again } of [await ask(one), await ask(other)]) {
    assert.equal(first.headers.get("idempotent-replayed"), null);
    assert.deepEqual(
      again.map(({ body }) => body),
      [first.body, first.body],
    );
  }
});
