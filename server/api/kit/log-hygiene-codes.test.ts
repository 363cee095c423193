import assert from "node:assert/strict";
import { test } from "node:test";
import { collectLog } from "@/server/testing/clients/collect-log";
import { credentialsOf } from "@/server/testing/clients/credentials";
import type { RawRequest } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode, type TestCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const DEVICE = "fingerprint-of-the-device";

function post(tenant: TestTenant, path: string, key: string, body: object | string): RawRequest {
  const headers = { ...credentialsOf(tenant), "idempotency-key": key };
  return {
    method: "POST",
    path: `/v1/payment-codes${path}`,
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

function requestsOf(tenant: TestTenant, { code, pin, wrongPin }: TestCode): RawRequest[] {
  const headers = credentialsOf(tenant);
  const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase();
  const body = { code, pin, amount: 1, merchant: tenant.merchantId, deviceFingerprint: DEVICE };
  return [
    post(tenant, "/authorize", "wrong", { ...body, pin: wrongPin }),
    post(tenant, "/authorize", "right", body),
    post(tenant, "/authorize", "right", body),
    post(tenant, "/authorize", "right", { ...body, amount: 2 }),
    post(tenant, "/authorize", "invalid", { ...body, amount: 0 }),
    post(tenant, "/authorize", "broken", JSON.stringify(body).slice(0, -1)),
    post(tenant, "/authorize", "unknown", { ...body, code: "0000000000" }),
    { path: `/v1/payment-codes/${code}`, headers },
    { path: `/v1/payment-codes/${typed}?pin=${pin}`, headers },
    { path: `/v1/payment-codes/${code}` },
    { path: `/v1/payment-codes/${code.slice(0, 5)}%20${code.slice(5)}`, headers },
    { path: `/v1/payment-codes/%${code.charCodeAt(0).toString(16)}${code.slice(1)}`, headers },
    { path: `/v1/payment-codes/${[...code].join("-")}`, headers },
    { path: `/v1/nothing/${code}`, headers },
    { path: `/v1/payment-codes/${code}/${pin}`, headers },
    post(tenant, `/${typed}/revoke`, "revoke", { reason: `wrong PIN ${pin}` }),
  ];
}

function assertSilent(log: string, secrets: readonly string[]): void {
  for (const secret of secrets) assert.ok(secret && !log.toLowerCase().includes(secret.toLowerCase()), log);
}

for (const level of ["info", "debug"]) {
  test(`at ${level}: neither code, PIN nor device is written down, however the path writes it`, async () => {
    const tenant = await createTestTenant();
    const code = await createTestCode(tenant, { singleUse: false });
    const { log, replies } = await collectLog(requestsOf(tenant, code), level);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 201, 200, 422, 400, 400, 200, 200, 200, 401, 200, 200, 200, 404, 404, 200],
    );
    const typed = `${code.code.slice(0, 5)}-${code.code.slice(5)}`;
    const spaced = typed.replace("-", "%20");
    const forms = [typed, spaced, [...code.code].join("-"), code.code.slice(1), code.code.slice(0, -1)];
    assertSilent(log, [...forms, code.pin, code.wrongPin, DEVICE]);
    assert.doesNotMatch(log, /\$2[aby]\$/);
    assert.equal(log.split("\n").filter((line) => line.includes('"request"')).length, replies.length);
    for (const { text } of replies) assertSilent(text, [code.code, code.pin, code.wrongPin, DEVICE]);
  });
}

test("the creation's answer is the only place that has code and PIN", async () => {
  const tenant = await createTestTenant();
  const { memberId: member } = await createTestCard(tenant);
  const mint = post(tenant, "", "mint", { member });
  const { log, replies } = await collectLog([mint, mint], "debug");
  const [created, repeated] = replies.map(({ text }) => JSON.parse(text) as { code: string; pin?: string });
  assert.ok(created?.pin);
  assertSilent(log, [created.code, created.pin]);
  assert.deepEqual([repeated?.code, repeated?.pin], [created.code, undefined]);
});

test("a fault in redeeming or minting is logged without code and PIN", async () => {
  const tenant = await createTestTenant();
  const { code, pin, card } = await createTestCode(tenant);
  const body = { code, pin, amount: 1, merchant: tenant.merchantId };
  await queryTestDatabase(
    "ALTER TABLE idempotency_keys ADD CONSTRAINT refuse CHECK (key NOT LIKE 'fault-%') NOT VALID",
  );
  const requests = [
    post(tenant, "/authorize", "fault-1", body),
    post(tenant, "", "fault-2", { member: card.memberId }),
  ];
  const { log, replies } = await collectLog(requests, "debug");
  await queryTestDatabase("ALTER TABLE idempotency_keys DROP CONSTRAINT refuse");
  assert.deepEqual(
    replies.map(({ status }) => status),
    [500, 500],
  );
  assert.match(log, /violates check constraint/);
  assertSilent(log, [code, pin]);
  assert.doesNotMatch(log, /\$2[aby]\$/);
});
