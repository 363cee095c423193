import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { getHealth } from "@/server/contracts/rest/health";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { getLimiter } from "@/server/platform/limiters";
import { call, expectError, type Reply, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

/** The sandbox tier: 25 requests per second, bursts of 50. */
const BURST = 50;
const HOUR_S = 3_600;
// On a busy machine a burst may take longer than the usual two-second window.
beforeEach(() => void getLimiter("tier-sandbox", BURST, HOUR_S));

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
    assert.match(headers.get("ratelimit") ?? "", /^"sandbox";r=\d+;t=\d+$/);
    assert.equal(headers.get("retry-after"), null);
  }
  const counted = passed.map(remaining).sort((a, b) => a - b);
  assert.deepEqual(
    counted,
    Array.from({ length: BURST }, (_, i) => i),
  );
  const limited = await expectError(tenant, getTenantIdentity, {}, { status: 429, code: "rate_limit_exceeded" });
  const wait = Number(limited.headers.get("retry-after"));
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= HOUR_S, `Retry-After: ${wait}`);
  assert.equal(limited.headers.get("ratelimit"), `"sandbox";r=0;t=${wait}`);
  assert.equal(limited.headers.get("ratelimit-policy"), `"sandbox";q=${BURST};w=2`);
});

test("more at once than the burst: exactly the burst passes", async () => {
  const tenant = await createTestTenant({ rateLimitTier: "sandbox" });
  const statuses = (await burst(tenant, BURST + 10)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, BURST);
  assert.equal(statuses.filter((status) => status === 429).length, 10);
});

test("the keys of a tenant share its bucket; its other environment, other tenants and health do not", async () => {
  const tenant = await createTestTenant({ rateLimitTier: "sandbox" });
  const [second, other] = [await createTestKey(tenant), await createTestTenant({ rateLimitTier: "sandbox" })];
  const live = await createTestKey(tenant, { environment: "live" });
  await burst(tenant, BURST);
  for (const key of [tenant, second]) {
    await expectError(key, getTenantIdentity, {}, { status: 429, code: "rate_limit_exceeded" });
  }
  assert.equal(remaining(await call(live, getTenantIdentity)), BURST - 1);
  assert.equal(remaining(await call(other, getTenantIdentity)), BURST - 1);
  const health = await send(tenant, getHealth);
  assert.deepEqual([health.status, health.headers.get("ratelimit-policy")], [200, null]);
});

test("a repeat counts like a first request", async () => {
  const tenant = await createTestTenant({ rateLimitTier: "sandbox" });
  const { panToken } = await createTestCard(tenant);
  const options = { body: { panToken, amount: 1 }, idempotencyKey: "order-1" };
  const [first, repeat] = [
    await call(tenant, createAuthorization, options),
    await call(tenant, createAuthorization, options),
  ];
  assert.deepEqual([repeat.headers.get("idempotent-replayed"), remaining(first)], ["true", BURST - 1]);
  assert.equal(remaining(repeat), BURST - 2);
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
    assert.match(reply.headers.get("ratelimit") ?? "", new RegExp(`^"${tier}";r=${quota - 1};t=[12]$`));
  });
}

test("tier network has no limit and announces none", async () => {
  const tenant = await createTestTenant();
  await createTestHold(tenant);
  for (const { status, headers } of await burst(tenant, 5 * BURST)) {
    assert.deepEqual([status, headers.get("ratelimit"), headers.get("ratelimit-policy")], [200, null, null]);
  }
});
