import assert from "node:assert/strict";
import { test } from "node:test";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { call, expectError } from "@/server/testing/clients/api-client";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestKey, revokeTestKey, rotateTestSecret } from "@/server/testing/factories/api-keys";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const FAILED = { status: 401, code: "authentication_failed" } as const;
let lastAddress = 0;

function newAddress(): string {
  lastAddress += 1;
  return `10.0.${Math.floor(lastAddress / 250)}.${1 + (lastAddress % 250)}`;
}

async function ask(headers: Readonly<Record<string, string>>) {
  return sendRaw({ path: "/v1/me", headers, address: newAddress() });
}

/**
 * The 401 body for each reason. All reasons under `secret` share one body, so that a caller can't tell which part was wrong.
 */
const SAID = {
  secret: { message: "Authentication failed.", field: null },
  noKey: { message: "X-API-Key is missing.", field: "X-API-Key" },
  noBearer: { message: "The secret is missing. Send it as Authorization: Bearer sk_….", field: "Authorization" },
  merchantKey: {
    message:
      "This is a merchant’s key, which works on /merchant/v1 only, and without X-Merchant. This request needs a tenant’s X-API-Key and secret.",
    field: "Authorization",
  },
  liveSecret: { message: "X-API-Key is a test key, but the secret is a live one.", field: "Authorization" },
  testSecret: { message: "X-API-Key is a live key, but the secret is a test one.", field: "Authorization" },
} as const;
type Attempt = readonly [said: keyof typeof SAID, reason: string, headers: Record<string, string>];

async function attempts(): Promise<readonly Attempt[]> {
  const [tenant, stranger] = [await createTestTenant(), await createTestTenant()];
  const revoked = await createTestKey(tenant);
  await revokeTestKey(revoked);
  const live = await createTestKey(tenant, { environment: "live" });
  const [key, good] = [tenant.publicKey, `Bearer ${tenant.secret}`];
  return [
    ["noKey", "no headers", {}],
    ["noKey", "no key", { authorization: good }],
    ["noKey", "an empty key", { "x-api-key": "", authorization: good }],
    ["noBearer", "no secret", { "x-api-key": key }],
    ["noBearer", "an empty secret", { "x-api-key": key, authorization: "" }],
    ["noBearer", "a scheme alone", { "x-api-key": key, authorization: "Bearer" }],
    ["noBearer", "no scheme", { "x-api-key": key, authorization: tenant.secret }],
    ["noBearer", "another scheme", { "x-api-key": key, authorization: `Basic ${tenant.secret}` }],
    ["merchantKey", "a merchant’s key", { "x-api-key": key, authorization: "Bearer mk_test_key_secret" }],
    ["merchantKey", "a merchant’s key alone", { authorization: "Bearer mk_test_key_secret" }],
    ["liveSecret", "the other environment’s secret", { "x-api-key": key, authorization: `Bearer ${live.secret}` }],
    ["liveSecret", "a made-up one", { "x-api-key": key, authorization: "Bearer sk_live_x" }],
    ["testSecret", "the other environment’s key", { "x-api-key": live.publicKey, authorization: good }],
    ["secret", "two blanks after the scheme", { "x-api-key": key, authorization: `Bearer  ${tenant.secret}` }],
    ["secret", "a blank in the secret", { "x-api-key": key, authorization: `${good} x` }],
    ["secret", "two secrets", { "x-api-key": key, authorization: `${good}, ${good}` }],
    ["secret", "a secret that is none of ours", { "x-api-key": key, authorization: "Bearer secret" }],
    ["secret", "the key in place of the secret", { "x-api-key": key, authorization: `Bearer ${key}` }],
    ["secret", "a longer secret", { "x-api-key": key, authorization: `Bearer sk_test_${"x".repeat(64)}` }],
    ["secret", "a secret beyond ASCII", { "x-api-key": key, authorization: `${good}é` }],
    ["secret", "a wrong secret", { "x-api-key": key, authorization: "Bearer sk_test_wrong" }],
    ["secret", "the secret and more", { "x-api-key": key, authorization: `${good}0` }],
    ["secret", "the secret and less", { "x-api-key": key, authorization: good.slice(0, -1) }],
    ["secret", "the secret in capitals", { "x-api-key": key, authorization: `Bearer ${tenant.secret.toUpperCase()}` }],
    ["secret", "another tenant’s secret", { "x-api-key": key, authorization: `Bearer ${stranger.secret}` }],
    ["secret", "a revoked key with its secret", credentialsOf(revoked)],
    ["secret", "a revoked key with a wrong one", { ...credentialsOf(revoked), authorization: "Bearer sk_test_wrong" }],
  ];
}

test("a 401 names what was left out or misplaced, and says the same of every secret that is not right", async () => {
  for (const [said, reason, headers] of await attempts()) {
    const reply = await ask(headers);
    const error = { code: "authentication_failed", ...SAID[said], details: {} };
    assert.deepEqual([reply.status, JSON.parse(reply.text)], [401, { error }], reason);
    assert.equal(reply.headers.get("ratelimit"), null);
    const hasBearer = /^Bearer ./.test(headers.authorization ?? "");
    const challenge = `Bearer realm="Closed Loop"${hasBearer ? ', error="invalid_token"' : ""}`;
    assert.equal(reply.headers.get("www-authenticate"), challenge, reason);
  }
});

test("the scheme's case and the blanks around a header's value do not matter: HTTP strips those", async () => {
  const tenant = await createTestTenant();
  const { publicKey, secret } = tenant;
  for (const scheme of ["bearer", "BEARER"]) {
    const headers = { "x-api-key": ` ${publicKey}\t `, authorization: `  ${scheme} ${secret} ` };
    assert.equal((await ask(headers)).status, 200);
  }
});

test("an X-API-Key that is not registered is a 403, whatever it looks like and whatever comes with it", async () => {
  const [tenant, stranger] = [await createTestTenant(), await createTestTenant()];
  const { publicKey, secret } = tenant;
  const others = [
    "pk_test_unknown",
    `${publicKey}0`,
    publicKey.toUpperCase().replace("PK_TEST", "pk_test"),
    publicKey.replace("pk_test", "pk_live"),
    publicKey.toUpperCase(),
    "key",
    `${publicKey} x`,
    `${publicKey}, ${stranger.publicKey}`,
    secret,
    "mk_test_key_secret",
    `pk_test_${"x".repeat(65)}`,
    "é",
  ];
  for (const key of others) {
    for (const authorization of [`Bearer ${secret}`, "Bearer mk_test_key_secret", "Basic x", null]) {
      const headers = { "x-api-key": key, ...(authorization === null ? {} : { authorization }) };
      const reply = await ask(headers);
      assert.equal(readError(reply, 403, "api_key_not_registered").field, "X-API-Key");
      assert.equal(reply.headers.get("www-authenticate"), null);
    }
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
