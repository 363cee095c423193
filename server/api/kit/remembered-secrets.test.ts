import assert from "node:assert/strict";
import { test } from "node:test";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { whileHashingIsBlocked } from "@/server/testing/faults/blocked-hashing";

withTestDatabase();

const RUNNING = 2;
const WAITING = 64;

/** Opens the pool's connections now: while hashing is blocked, new ones can't log in. */
async function warmUp(tenant: TestTenant): Promise<void> {
  await call(tenant, getTenantIdentity);
  await Promise.all(Array.from({ length: 64 }, () => call(tenant, getTenantIdentity)));
}

function firstOf<T>(promises: readonly Promise<T>[], count: number): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const values: T[] = [];
    for (const promise of promises) {
      promise.then((value) => {
        values.push(value);
        if (values.length === count) resolve(values);
      }, reject);
    }
  });
}

test("a verified secret and an unregistered key are answered without a bcrypt", async () => {
  const tenant = await createTestTenant();
  await warmUp(tenant);
  await whileHashingIsBlocked(async () => {
    await call(tenant, getTenantIdentity);
    const unregistered = { publicKey: "pk_test_unknown", secret: tenant.secret };
    await expectError(unregistered, getTenantIdentity, {}, { status: 403, code: "api_key_not_registered" });
    const mismatched = { publicKey: tenant.publicKey, secret: "sk_live_other" };
    await expectError(mismatched, getTenantIdentity, {}, { status: 401, code: "authentication_failed" });
  });
});

test("the queue of checks is bounded: beyond it a 503 with Retry-After, and remembered secrets still pass", async () => {
  const [tenant, remembered] = [await createTestTenant(), await createTestTenant()];
  await warmUp(remembered);
  const over = 4;
  const guess = (i: number) =>
    send({ ...tenant, secret: `sk_test_guess${i}` }, getTenantIdentity, { address: `10.1.0.${i + 1}` });
  const guesses = await whileHashingIsBlocked(async () => {
    const started = Array.from({ length: RUNNING + WAITING + over }, (_, i) => guess(i));
    for (const refused of await firstOf(started, over)) {
      assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
      assert.equal(JSON.parse(refused.text).error.code, "temporarily_unavailable");
    }
    await call(remembered, getTenantIdentity);
    const unregistered = { publicKey: "pk_test_unknown", secret: tenant.secret };
    await expectError(unregistered, getTenantIdentity, {}, { status: 403, code: "api_key_not_registered" });
    // The correct secret is checked in a queue of its own, which wrong guesses can't fill.
    const right = send(tenant, getTenantIdentity, { address: "10.2.0.1" });
    return { started, right };
  });
  assert.equal((await guesses.right).status, 200);
  const statuses = (await Promise.all(guesses.started)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 401).length, RUNNING + WAITING);
});

test("many first requests with the same secret cost one check together", async () => {
  const [tenant, remembered] = [await createTestTenant(), await createTestTenant()];
  await warmUp(remembered);
  const started = await whileHashingIsBlocked(async () => {
    const requests = Array.from({ length: 150 }, () => send(tenant, getTenantIdentity, { address: "10.3.0.1" }));
    // Connections are handed out in order: once these have answered, the earlier requests have reached their check.
    await Promise.all(Array.from({ length: 64 }, () => call(remembered, getTenantIdentity)));
    return requests;
  });
  for (const { status } of await Promise.all(started)) assert.equal(status, 200);
});
