import assert from "node:assert/strict";
import { test } from "node:test";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { getTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { call, expectError } from "@/server/testing/clients/api-client";
import { readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import {
  createTestMerchant,
  createTestMerchantKey,
  keyIdOf,
  revokeTestMerchantKey,
  type TestMerchant,
} from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const FAILED = { status: 401, code: "authentication_failed" } as const;
const MISSING = { status: 404, code: "transaction_not_found" } as const;
const NOTHING = { body: { transactionId: "3Fq8rT2kZb7Wn4XsD" } };
let lastAddress = 0;

async function ask(headers: Readonly<Record<string, string>>) {
  lastAddress += 1;
  const address = `10.1.${Math.floor(lastAddress / 250)}.${1 + (lastAddress % 250)}`;
  const request = { method: "POST", path: "/merchant/v1/transactions/get", body: JSON.stringify(NOTHING.body) };
  return sendRaw({ ...request, headers, address });
}

/** The key was accepted: the transaction was looked up and not found. */
async function expectIn(merchant: TestMerchant): Promise<void> {
  await expectError(merchant, getTransaction, NOTHING, MISSING);
}

test("a 401 names what is missing or of the other surface, and says the same of every wrong key", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const revoked = await createTestMerchantKey(merchant);
  await revokeTestMerchantKey(revoked);
  const other = await createTestMerchant(tenant);
  const liveKey = await createTestKey(tenant, { environment: "live" });
  const live = await createTestMerchant(liveKey);
  const { key } = merchant;
  const [keyId, secret] = [keyIdOf(merchant), key.slice(keyIdOf(merchant).length + 1)];
  const secretOf = (of: TestMerchant) => of.key.slice(keyIdOf(of).length + 1);
  const attempts: Readonly<Record<string, string>> = {
    "two blanks after the scheme": `Bearer  ${key}`,
    "a blank in the secret": `Bearer ${key} x`,
    "two keys": `Bearer ${key}, Bearer ${key}`,
    "the key id alone": `Bearer ${keyId}`,
    "an empty secret": `Bearer ${keyId}_`,
    "the secret alone": `Bearer ${secret}`,
    "a wrong secret": `Bearer ${keyId}_wrong`,
    "the secret and more": `Bearer ${key}0`,
    "the secret and less": `Bearer ${key.slice(0, -1)}`,
    "the key in capitals": `Bearer ${key.toUpperCase()}`,
    "another merchant’s secret": `Bearer ${keyId}_${secretOf(other)}`,
    "the live key’s secret": `Bearer ${keyId}_${secretOf(live)}`,
    "the test key’s secret with the live id": `Bearer ${keyIdOf(live)}_${secret}`,
    "a test key that says live": `Bearer ${key.replace("mk_test_", "mk_live_")}`,
    "a live key that says test": `Bearer ${live.key.replace("mk_live_", "mk_test_")}`,
    "an environment there is none of": `Bearer ${key.replace("mk_test_", "mk_prod_")}`,
    "a longer secret": `Bearer ${keyId}_${"x".repeat(65)}`,
    "a longer key id": `Bearer mk_test_${"x".repeat(81)}_${secret}`,
    "a secret beyond ASCII": `Bearer ${key}é`,
    "an unknown key": "Bearer mk_test_nobody_secret",
    "a revoked key": `Bearer ${revoked.key}`,
    "a revoked key with a wrong secret": `Bearer ${keyIdOf(revoked)}_wrong`,
  };
  const texts = new Set<string>();
  for (const [reason, authorization] of Object.entries(attempts)) {
    const reply = await ask({ authorization });
    assert.deepEqual([reply.status, reply.headers.get("ratelimit")], [401, null], `${reason}: ${reply.text}`);
    texts.add(reply.text);
  }
  const error = { code: "authentication_failed", message: "Authentication failed.", field: null, details: {} };
  assert.deepEqual(
    [...texts].map((text) => JSON.parse(text)),
    [{ error }],
  );
  for (const authorization of [null, "", "Bearer", key, `Basic ${key}`]) {
    const reply = await ask(authorization === null ? {} : { authorization });
    const { message, field } = readError(reply, 401, "authentication_failed");
    assert.deepEqual([message, field], ["The key is missing. Send it as Authorization: Bearer mk_….", "Authorization"]);
    assert.equal(reply.headers.get("www-authenticate"), 'Bearer realm="Closed Loop"');
  }
  for (const bearer of [tenant.secret, tenant.publicKey]) {
    const reply = await ask({ authorization: `Bearer ${bearer}` });
    assert.match(readError(reply, 401, "authentication_failed").message, /^This is a tenant’s credential/);
    assert.equal(reply.headers.get("www-authenticate"), 'Bearer realm="Closed Loop", error="invalid_token"');
  }
  readError(await ask({ authorization: `Bearer ${key}` }), 404, "transaction_not_found");
});

test("the bearer alone counts: any X-API-Key beside it is ignored, and the scheme's case does not matter", async () => {
  const tenant = await createTestTenant();
  const { key } = await createTestMerchant(tenant);
  for (const headers of [
    { authorization: `bearer ${key}` },
    { authorization: `  BEARER ${key} ` },
    { authorization: `Bearer ${key}`, "x-api-key": "pk_test_unknown" },
    { authorization: `Bearer ${key}`, "x-api-key": (await createTestTenant()).publicKey },
  ] as Record<string, string>[]) {
    readError(await ask(headers), 404, "transaction_not_found");
  }
});

test("a merchant's key opens nothing on /v1, with or without its tenant's public key", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  await expectError(merchant, getTenantIdentity, {}, FAILED);
  const pair = { publicKey: tenant.publicKey, secret: merchant.key };
  await expectError(pair, getTenantIdentity, {}, FAILED);
});

test("a revoked key dies at once, also one that was right before; the merchant's other key lives on", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const second = await createTestMerchantKey(merchant);
  for (const key of [merchant, second]) await expectIn(key);
  await revokeTestMerchantKey(merchant);
  await expectError(merchant, getTransaction, NOTHING, FAILED);
  await expectIn(second);
});

test("a tenant with required signing asks no signature of its merchants", async () => {
  const tenant = await createTestTenant({ requireSignature: true });
  await expectIn(await createTestMerchant(tenant));
});

test("the use of a key is noted, to the minute", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const find = () => getPrisma().merchantKey.findUniqueOrThrow({ where: { keyId: keyIdOf(merchant) } });
  assert.equal((await find()).lastUsedAt, null);
  await expectIn(merchant);
  const { lastUsedAt } = await find();
  assert.ok(lastUsedAt);
  await expectIn(merchant);
  assert.deepEqual((await find()).lastUsedAt, lastUsedAt);
});

test("the key is in no table, its secret only as a bcrypt", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  await expectIn(merchant);
  assert.deepEqual(await findStoredText(merchant.key), []);
  assert.deepEqual(await findStoredText(merchant.key.slice(keyIdOf(merchant).length + 1)), []);
  assert.deepEqual(await findStoredText(keyIdOf(merchant)), ["audit_records.details", "merchant_keys.key_id"]);
});

test("too many wrong secrets from one address are refused, and stop no one elsewhere", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const wrong = { key: `${keyIdOf(merchant)}_wrong` };
  const address = "198.51.100.7";
  for (let i = 0; i < 30; i += 1) await expectError(wrong, getTransaction, { ...NOTHING, address }, FAILED);
  const limited = { status: 429, code: "rate_limit_exceeded" } as const;
  const reply = await expectError(wrong, getTransaction, { ...NOTHING, address }, limited);
  assert.ok(Number(reply.headers.get("retry-after")) >= 1);
  await call(await createTestTenant(), getTenantIdentity, { address: "198.51.100.8" });
  await expectIn(merchant);
});
