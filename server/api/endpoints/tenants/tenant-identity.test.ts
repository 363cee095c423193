import assert from "node:assert/strict";
import { test } from "node:test";
import { getHealth } from "@/server/contracts/rest/health";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { call, send } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("/v1/me returns the tenant and the key behind the credentials, and only the end of the secret", async () => {
  const clock = withFakeClock("2027-03-01T12:00:00Z");
  const tenant = await createTestTenant({ rateLimitTier: "standard" });
  clock.advance(5000);
  const { status, body, text } = await call(tenant, getTenantIdentity);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    id: tenant.id,
    slug: body.slug,
    title: "Test Tenant",
    status: "active",
    environment: "test",
    apiKey: tenant.publicKey,
    secretLast4: tenant.secret.slice(-4),
    requireSignature: false,
    rateLimitTier: "standard",
    created: "2027-03-01T12:00:00.000Z",
    lastUsed: "2027-03-01T12:00:05.000Z",
  });
  assert.ok(!text.includes(tenant.secret));
});

test("lastUsed moves on by the minute", async () => {
  const clock = withFakeClock("2027-03-01T12:00:00Z");
  const tenant = await createTestTenant();
  const seen: (string | null)[] = [];
  for (const wait of [0, 59_999, 1]) {
    clock.advance(wait);
    seen.push((await call(tenant, getTenantIdentity)).body.lastUsed);
  }
  assert.deepEqual(seen, ["2027-03-01T12:00:00.000Z", "2027-03-01T12:00:00.000Z", "2027-03-01T12:01:00.000Z"]);
});

test("each key returns its own environment and whether it must sign", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const testKey = await createTestKey(tenant, { environment: "test" });
  const live = await call(tenant, getTenantIdentity);
  const inTest = await call(testKey, getTenantIdentity);
  assert.deepEqual([live.body.environment, inTest.body.environment], ["live", "test"]);
  assert.deepEqual([live.body.id, inTest.body.apiKey], [tenant.id, testKey.publicKey]);
});

test("a suspended tenant can still ask who it is", async () => {
  const tenant = await createTestTenant();
  await suspendTestTenant(tenant);
  assert.equal((await call(tenant, getTenantIdentity)).body.status, "suspended");
});

test("/v1/health answers everyone, with valid, wrong, or no credentials", async () => {
  const wrong = { publicKey: "pk_test_nobody", secret: "sk_test_wrong" };
  for (const asker of [null, await createTestTenant(), wrong]) {
    const reply = await send(asker, getHealth);
    assert.equal(reply.status, 200);
    const body = getHealth.responses[200].schema.parse(JSON.parse(reply.text));
    assert.deepEqual(body, { service: "closed-loop", status: "ok", version: "0.3.0" });
  }
});
