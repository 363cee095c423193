import assert from "node:assert/strict";
import { test } from "node:test";
import { getTenantIdentity } from "@/server/contracts/tenants";
import { call, expectError } from "@/server/testing/api-client";
import { createTestKey, revokeTestKey, rotateTestSecret } from "@/server/testing/api-keys";
import { credentialsOf } from "@/server/testing/credentials";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { readError, sendRaw } from "@/server/testing/raw-request";
import { createTestTenant } from "@/server/testing/tenants";

withTestDatabase();

const FAILED = { status: 401, code: "authentication_failed" } as const;
let lastAddress = 0;

/** An address of its own for each request, so that no limit on failures is met here. */
function newAddress(): string {
  lastAddress += 1;
  return `10.0.${Math.floor(lastAddress / 250)}.${1 + (lastAddress % 250)}`;
}

async function ask(headers: Readonly<Record<string, string>>) {
  return sendRaw({ path: "/v1/me", headers, address: newAddress() });
}

/** Answers of every reason for a 401, by reason. */
async function collectFailures(): Promise<Map<string, string>> {
  const [tenant, stranger] = [await createTestTenant(), await createTestTenant()];
  const revoked = await createTestKey(tenant);
  await revokeTestKey(revoked);
  const live = await createTestKey(tenant, { environment: "live" });
  const [key, good] = [tenant.publicKey, `Bearer ${tenant.secret}`];
  const attempts: readonly (readonly [reason: string, headers: Record<string, string>])[] = [
    ["no headers", {}],
    ["no secret", { "x-api-key": key }],
    ["no key", { authorization: good }],
    ["an empty key", { "x-api-key": "", authorization: good }],
    ["an empty secret", { "x-api-key": key, authorization: "" }],
    ["a scheme alone", { "x-api-key": key, authorization: "Bearer" }],
    ["no scheme", { "x-api-key": key, authorization: tenant.secret }],
    ["another scheme", { "x-api-key": key, authorization: `Basic ${tenant.secret}` }],
    ["two blanks after the scheme", { "x-api-key": key, authorization: `Bearer  ${tenant.secret}` }],
    ["a blank in the secret", { "x-api-key": key, authorization: `${good} x` }],
    ["a blank in the key", { "x-api-key": `${key} x`, authorization: good }],
    ["two keys", { "x-api-key": `${key}, ${stranger.publicKey}`, authorization: good }],
    ["two secrets", { "x-api-key": key, authorization: `${good}, ${good}` }],
    ["a secret that is none of ours", { "x-api-key": key, authorization: "Bearer secret" }],
    ["a key that is none of ours", { "x-api-key": "key", authorization: good }],
    ["a merchant's key", { "x-api-key": key, authorization: "Bearer mk_test_key_secret" }],
    ["the secret in place of the key", { "x-api-key": tenant.secret, authorization: good }],
    ["the key in place of the secret", { "x-api-key": key, authorization: `Bearer ${key}` }],
    ["a longer key", { "x-api-key": `pk_test_${"x".repeat(65)}`, authorization: good }],
    ["a longer secret", { "x-api-key": key, authorization: `Bearer sk_test_${"x".repeat(64)}` }],
    ["a secret beyond ASCII", { "x-api-key": key, authorization: `${good}é` }],
    ["a wrong secret", { "x-api-key": key, authorization: "Bearer sk_test_wrong" }],
    ["the secret and more", { "x-api-key": key, authorization: `${good}0` }],
    ["the secret and less", { "x-api-key": key, authorization: good.slice(0, -1) }],
    ["the secret in capitals", { "x-api-key": key, authorization: `Bearer ${tenant.secret.toUpperCase()}` }],
    ["another tenant's secret", { "x-api-key": key, authorization: `Bearer ${stranger.secret}` }],
    ["the other environment's secret", { "x-api-key": key, authorization: `Bearer ${live.secret}` }],
    ["the other environment's key", { "x-api-key": live.publicKey, authorization: good }],
    ["a revoked key with its secret", credentialsOf(revoked)],
    ["a revoked key with a wrong secret", { ...credentialsOf(revoked), authorization: "Bearer sk_test_wrong" }],
  ];
  const texts = new Map<string, string>();
  for (const [reason, headers] of attempts) {
    const reply = await ask(headers);
    assert.deepEqual([reply.status, reply.headers.get("ratelimit")], [401, null], `${reason}: ${reply.text}`);
    texts.set(reason, reply.text);
  }
  return texts;
}

test("every reason for a 401 gets the very same body", async () => {
  const texts = await collectFailures();
  const error = { code: "authentication_failed", message: "Authentication failed.", field: null, details: {} };
  assert.deepEqual(JSON.parse(texts.get("no headers") ?? ""), { error });
  assert.equal(new Set(texts.values()).size, 1, [...texts].join("\n"));
});

test("the scheme's case and the blanks around a header's value do not matter: HTTP strips those", async () => {
  const tenant = await createTestTenant();
  const { publicKey, secret } = tenant;
  for (const scheme of ["bearer", "BEARER"]) {
    const headers = { "x-api-key": ` ${publicKey}\t `, authorization: `  ${scheme} ${secret} ` };
    assert.equal((await ask(headers)).status, 200);
  }
});

test("an unregistered key is a 403, whatever secret comes with it", async () => {
  const tenant = await createTestTenant();
  for (const publicKey of [
    "pk_test_unknown",
    `${tenant.publicKey}0`,
    tenant.publicKey.toUpperCase().replace("PK_TEST", "pk_test"),
  ]) {
    const reply = await ask({ ...credentialsOf(tenant), "x-api-key": publicKey });
    const { field } = readError(reply, 403, "api_key_not_registered");
    assert.equal(field, "X-API-Key");
  }
});

test("a revoked key dies at once, also with a secret that was right before", async () => {
  const tenant = await createTestTenant();
  await call(tenant, getTenantIdentity);
  await revokeTestKey(tenant);
  await expectError(tenant, getTenantIdentity, {}, FAILED);
});

test("a rotated secret counts at once: the old one is refused, the new one accepted", async () => {
  const tenant = await createTestTenant();
  await call(tenant, getTenantIdentity);
  const rotated = await rotateTestSecret(tenant, "sk_test_rotated_secret");
  await expectError(tenant, getTenantIdentity, {}, FAILED);
  await call(rotated, getTenantIdentity);
  await expectError(tenant, getTenantIdentity, {}, FAILED);
});

test("a secret is remembered for its own key only", async () => {
  const [tenant, stranger] = [await createTestTenant(), await createTestTenant()];
  await call(tenant, getTenantIdentity);
  await queryTestDatabase("UPDATE api_keys SET secret_hash = $1 WHERE id = $2", ["$2b$04$", stranger.apiKeyId]);
  const borrowed = { ...stranger, secret: tenant.secret };
  await expectError(borrowed, getTenantIdentity, {}, FAILED);
});

test("the longest secret there is may have 72 bytes in all, and its last one counts", async () => {
  const tenant = await createTestTenant();
  const longest = await rotateTestSecret(tenant, `sk_test_${"s".repeat(63)}`);
  await call(longest, getTenantIdentity);
  await expectError({ ...longest, secret: `${longest.secret.slice(0, -1)}x` }, getTenantIdentity, {}, FAILED);
});
