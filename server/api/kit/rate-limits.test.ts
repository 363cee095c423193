import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/authorizations";
import { getHealth } from "@/server/contracts/health";
import { getTenantIdentity } from "@/server/contracts/tenants";
import { call, expectError, type Reply, send } from "@/server/testing/api-client";
import { createTestKey } from "@/server/testing/api-keys";
import { createTestHold } from "@/server/testing/authorizations";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant, type TestTenant } from "@/server/testing/tenants";

withTestDatabase();

/** Of the tier sandbox: 25 requests a second, 50 at once. */
const BURST = 50;

/** One request, which makes the secret a remembered one, then the others at once. */
async function burst(tenant: TestTenant, count: number): Promise<Reply[]> {
  const first = await send(tenant, getTenantIdentity);
  const others = Array.from({ length: count - 1 }, () => send(tenant, getTenantIdentity));
  return [first, ...(await Promise.all(others))];
}

function remaining(reply: Reply): number {
  return Number(/;r=(\d+);/.exec(reply.headers.get("ratelimit") ?? "")?.[1]);
}

test("a burst of 50 passes, the next is a 429 that says when to go on", async () => {
  const tenant = await createTestTenant({ rateLimitTier: "sandbox" });
  const passed = await burst(tenant, BURST);
  for (const { status, headers } of passed) {
    assert.equal(status, 200);
    assert.equal(headers.get("ratelimit-policy"), `"sandbox";q=${BURST};w=2`);
    assert.match(headers.get("ratelimit") ?? "", /^"sandbox";r=\d+;t=[12]$/);
    assert.equal(headers.get("retry-after"), null);
  }
  const counted = passed.map(remaining).sort((a, b) => a - b);
  assert.deepEqual(
    counted,
    Array.from({ length: BURST }, (_, i) => i),
  );
  const limited = await expectError(tenant, getTenantIdentity, {}, { status: 429, code: "rate_limit_exceeded" });
  assert.match(limited.headers.get("retry-after") ?? "", /^[12]$/);
  assert.match(limited.headers.get("ratelimit") ?? "", /^"sandbox";r=0;t=[12]$/);
  assert.equal(limited.headers.get("ratelimit-policy"), `"sandbox";q=${BURST};w=2`);
});

test("more at once than the burst: exactly the burst passes", async () => {
  const tenant = await createTestTenant({ rateLimitTier: "sandbox" });
  const statuses = (await burst(tenant, BURST + 10)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, BURST);
  assert.equal(statuses.filter((status) => status === 429).length, 10);
});

test("each key has a bucket of its own, and health has none", async () => {
  const tenant = await createTestTenant({ rateLimitTier: "sandbox" });
  const [second, other] = [await createTestKey(tenant), await createTestTenant({ rateLimitTier: "sandbox" })];
  await burst(tenant, BURST);
  await expectError(tenant, getTenantIdentity, {}, { status: 429, code: "rate_limit_exceeded" });
  assert.equal(remaining(await call(second, getTenantIdentity)), BURST - 1);
  assert.equal(remaining(await call(other, getTenantIdentity)), BURST - 1);
  const health = await send(tenant, getHealth);
  assert.deepEqual([health.status, health.headers.get("ratelimit-policy")], [200, null]);
});

test("refused requests count and carry the headers; guesses with a wrong secret use up nothing", async () => {
  const tenant = await createTestTenant({ rateLimitTier: "sandbox" });
  await call(tenant, getTenantIdentity);
  const wrong = { ...tenant, secret: "sk_test_wrong" };
  const failed = await expectError(wrong, getTenantIdentity, {}, { status: 401, code: "authentication_failed" });
  assert.equal(failed.headers.get("ratelimit"), null);
  const options = { rawBody: "{" };
  const refused = await expectError(tenant, createAuthorization, options, { status: 400, code: "invalid_json" });
  assert.equal(remaining(refused), BURST - 2);
});

for (const [tier, quota] of [
  ["standard", 200],
  ["plus", 1000],
] as const) {
  test(`tier ${tier} announces ${quota} in two seconds`, async () => {
    const tenant = await createTestTenant({ rateLimitTier: tier });
    const reply = await call(tenant, getTenantIdentity);
    assert.equal(reply.headers.get("ratelimit-policy"), `"${tier}";q=${quota};w=2`);
    assert.equal(remaining(reply), quota - 1);
  });
}

test("tier network has no limit and announces none", async () => {
  const tenant = await createTestTenant();
  await createTestHold(tenant);
  for (const { status, headers } of await burst(tenant, 5 * BURST)) {
    assert.deepEqual([status, headers.get("ratelimit"), headers.get("ratelimit-policy")], [200, null, null]);
  }
});
