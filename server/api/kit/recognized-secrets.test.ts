import assert from "node:assert/strict";
import { test } from "node:test";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { getTransaction } from "@/server/contracts/rest/transactions";
import { rollApiKey } from "@/server/domain/tenants";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestMerchant, keyIdOf } from "@/server/testing/factories/merchants";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const PER_ADDRESS = 30;
const LIMITED = { status: 429, code: "rate_limit_exceeded" } as const;
const FAILED = { status: 401, code: "authentication_failed" } as const;
const NOTHING = { body: { transactionId: "3Fq8rT2kZb7Wn4XsD" } };

test("wrong secrets at a key refuse its right one nowhere, also where it was never seen before", async () => {
  const tenant = await createTestTenant();
  const { staff } = await createTestPerson(tenant, "owner");
  const address = "192.0.2.4";
  const guess = (i: number) => send({ ...tenant, secret: `sk_test_guess${i}` }, getTenantIdentity, { address });
  for (let i = 0; i < PER_ADDRESS; i += 1) assert.equal((await guess(i)).status, 401);
  assert.equal((await guess(PER_ADDRESS)).status, 429);
  await call(tenant, getTenantIdentity, { address });
  const rolled = await rollApiKey(staff, { id: tenant.apiKeyId });
  await call({ ...tenant, secret: rolled.secret }, getTenantIdentity, { address });
  await expectError(tenant, getTenantIdentity, { address }, LIMITED);
});

test("the same for a merchant's key", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const address = "192.0.2.5";
  const ask = (key: string) => send({ ...merchant, key }, getTransaction, { ...NOTHING, address });
  for (let i = 0; i < PER_ADDRESS; i += 1) assert.equal((await ask(`${keyIdOf(merchant)}_wrong${i}`)).status, 401);
  assert.equal((await ask(`${keyIdOf(merchant)}_wrong`)).status, 429);
  assert.equal((await ask(merchant.key)).status, 404);
});

for (const stale of [null, "00000000"]) {
  test(`a key whose tag is ${stale ?? "missing"} waits where others failed, and gets its tag when it is right`, async () => {
    const tenant = await createTestTenant();
    const tags = () => queryTestDatabase("SELECT secret_tag FROM api_keys WHERE id = $1", [tenant.apiKeyId]);
    const made = await tags();
    await queryTestDatabase("UPDATE api_keys SET secret_tag = $1 WHERE id = $2", [stale, tenant.apiKeyId]);
    const address = stale ? "192.0.2.12" : "192.0.2.13";
    for (let i = 0; i < PER_ADDRESS; i += 1) {
      await expectError({ ...tenant, secret: `sk_test_guess${i}` }, getTenantIdentity, { address }, FAILED);
    }
    await expectError(tenant, getTenantIdentity, { address }, LIMITED);
    assert.deepEqual(await tags(), [{ secret_tag: stale }]);
    await call(tenant, getTenantIdentity, { address: "192.0.2.14" });
    assert.deepEqual(await tags(), made);
    assert.notDeepEqual(made, [{ secret_tag: stale }]);
  });
}
