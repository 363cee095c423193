import assert from "node:assert/strict";
import { test } from "node:test";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { call, expectError, type Reply, send } from "@/server/testing/clients/api-client";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const PER_ADDRESS = 30;
const PER_KEY = 120;
const LIMITED = { status: 429, code: "rate_limit_exceeded" } as const;
const FAILED = { status: 401, code: "authentication_failed" } as const;

function countStatuses(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function exhaustAddress(address: string): Promise<void> {
  for (let i = 0; i < PER_ADDRESS; i += 1) await expectError(null, getTenantIdentity, { address }, FAILED);
}

function assertRetryAfter(reply: Reply): void {
  const seconds = Number(reply.headers.get("retry-after"));
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `Retry-After: ${seconds}`);
}

test("an address with 30 failures must wait on requests without a key", async () => {
  const address = "192.0.2.1";
  await exhaustAddress(address);
  for (const tried of [null, { publicKey: "pk_test_unknown", secret: "sk_test_x" }]) {
    assertRetryAfter(await expectError(tried, getTenantIdentity, { address }, LIMITED));
  }
  await expectError(null, getTenantIdentity, { address: "192.0.2.2" }, FAILED);
});

test("a right or new secret is not refused for what others fail at there", async () => {
  const [known, unknown] = [await createTestTenant(), await createTestTenant()];
  const address = "192.0.2.3";
  await call(known, getTenantIdentity);
  await exhaustAddress(address);
  for (let i = 0; i < PER_ADDRESS; i += 1) {
    await expectError({ ...known, secret: `sk_test_guess${i}` }, getTenantIdentity, { address }, FAILED);
  }
  await expectError({ ...known, secret: "sk_test_more" }, getTenantIdentity, { address }, LIMITED);
  await call(known, getTenantIdentity, { address });
  await call(unknown, getTenantIdentity, { address });
});

test("unregistered keys count as failures", async () => {
  const address = "192.0.2.5";
  const unregistered = { publicKey: "pk_test_unknown", secret: "sk_test_x" };
  const expected = { status: 403, code: "api_key_not_registered" } as const;
  for (let i = 0; i < PER_ADDRESS; i += 1) await expectError(unregistered, getTenantIdentity, { address }, expected);
  await expectError(unregistered, getTenantIdentity, { address }, LIMITED);
});

test("a success is not counted", async () => {
  const address = "192.0.2.6";
  for (let i = 0; i < PER_ADDRESS + 5; i += 1) {
    await call(await createTestTenant(), getTenantIdentity, { address });
  }
  await exhaustAddress(address);
});

test("wrong guesses sent at once do not slip through together", async () => {
  const tenant = await createTestTenant();
  const guesses = Array.from({ length: PER_ADDRESS + 20 }, (_, i) =>
    send({ ...tenant, secret: `sk_test_guess${i}` }, getTenantIdentity, { address: "192.0.2.7" }),
  );
  assert.deepEqual(countStatuses(await Promise.all(guesses)), { 401: PER_ADDRESS, 429: 20 });
});

test("a key guessed from everywhere: each clean address has one more try, and the owner isn't locked out", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const guess = (i: number) =>
    send({ ...tenant, secret: `sk_test_guess${i}` }, getTenantIdentity, { address: `198.51.100.${i}` });
  for (let from = 0; from < PER_KEY; from += 40) {
    const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(from + i)));
    assert.deepEqual(countStatuses(replies), { 401: 40 });
  }
  assert.equal((await guess(200)).status, 401);
  const limited = await guess(200);
  assert.equal(limited.status, 429);
  assertRetryAfter(limited);
  await call(other, getTenantIdentity, { address: "198.51.100.200" });
  await call(tenant, getTenantIdentity, { address: "198.51.100.201" });
  await call(tenant, getTenantIdentity, { address: "198.51.100.200" });
});

test("many first requests at once with the right secret are no failures", async () => {
  const tenant = await createTestTenant();
  const address = "192.0.2.10";
  const requests = Array.from({ length: 2 * PER_KEY }, () => send(tenant, getTenantIdentity, { address }));
  assert.deepEqual(countStatuses(await Promise.all(requests)), { 200: 2 * PER_KEY });
  await exhaustAddress(address);
});

test("the addresses of an IPv6 /64 are one, an IPv4 address is one however it is written", async () => {
  await exhaustAddress("2001:db8:0:1::1");
  await expectError(null, getTenantIdentity, { address: "2001:db8:0:1:ffff:ffff:ffff:ffff" }, LIMITED);
  await expectError(null, getTenantIdentity, { address: "2001:db8:0:2::1" }, FAILED);
  await exhaustAddress("192.0.2.8");
  await expectError(null, getTenantIdentity, { address: "::ffff:192.0.2.8" }, LIMITED);
});

test("with no proxy in front, X-Forwarded-For neither hides an address nor blames another", async () => {
  const address = "192.0.2.9";
  const tenant = await createTestTenant();
  for (let i = 0; i < PER_ADDRESS; i += 1) {
    const headers = {
      "x-forwarded-for": `203.0.113.${i}`,
      forwarded: `for=203.0.113.${i}`,
      "x-real-ip": "203.0.113.1",
    };
    readError(await sendRaw({ path: "/v1/me", headers, address }), 401, "authentication_failed");
  }
  const headers = { "x-forwarded-for": "203.0.113.99" };
  readError(await sendRaw({ path: "/v1/me", headers, address }), 429, "rate_limit_exceeded");
  const victim = await sendRaw({ path: "/v1/me", headers: credentialsOf(tenant), address: "203.0.113.1" });
  assert.equal(victim.status, 200);
});
