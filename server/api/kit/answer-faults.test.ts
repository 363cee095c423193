import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization, getAuthorization } from "@/server/contracts/rest/authorizations";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const FAULT = { status: 500, code: "internal_error" } as const;

/** An index takes the table's name, because a missing relation would be read as missing migrations. */
async function whileBroken(table: string, work: () => Promise<void>): Promise<void> {
  await queryTestDatabase(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  await queryTestDatabase(`CREATE INDEX ${table} ON ${table}_away (created_at)`);
  try {
    await work();
  } finally {
    await queryTestDatabase(`DROP INDEX ${table}`);
    await queryTestDatabase(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
}

test("a fault says nothing but where to look it up", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  await whileBroken("authorizations", async () => {
    const { error, headers } = await expectError(tenant, getAuthorization, { params: { id: recordId } }, FAULT);
    const message = "Something went wrong on our side. X-Request-Id identifies the request.";
    assert.deepEqual(error, { code: "internal_error", message, field: null, details: {} });
    assert.equal(headers.get("retry-after"), null);
    assert.equal(headers.get("cache-control"), "no-store");
  });
});

test("a fault while the caller is looked up says no more", async () => {
  const tenant = await createTestTenant();
  await whileBroken("api_keys", async () => {
    const { text } = await expectError(tenant, getTenantIdentity, {}, FAULT);
    assert.ok(!/api_keys|relation|tenant/i.test(text), text);
  });
});

for (const table of ["events", "idempotency_keys", "authorizations"]) {
  test(`a failed write at ${table} leaves nothing behind, and its key is free`, async () => {
    const tenant = await createTestTenant();
    const { panToken, accountId } = await createTestCard(tenant);
    const options = { body: { panToken, amount: 5 }, idempotencyKey: "after-a-fault" };
    const counted = ["authorizations", "events", "idempotency_keys"];
    const found = await Promise.all(counted.map(countRows));
    await whileBroken(table, async () => {
      await expectError(tenant, createAuthorization, options, FAULT);
    });
    const [account] = await queryTestDatabase("SELECT held_minor FROM accounts WHERE id = $1", [accountId]);
    assert.deepEqual([account?.held_minor, await Promise.all(counted.map(countRows))], ["0", found]);
    const reply = await call(tenant, createAuthorization, options);
    assert.deepEqual([reply.status, reply.headers.get("idempotent-replayed")], [201, null]);
  });
}
