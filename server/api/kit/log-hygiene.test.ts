import assert from "node:assert/strict";
import { test } from "node:test";
import { collectLog } from "@/server/testing/clients/collect-log";
import { credentialsOf } from "@/server/testing/clients/credentials";
import type { RawRequest } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const METADATA = "metadata-of-the-merchant";
const WRONG_SECRET = "sk_test_wrong_guess";
const SIGNATURE = "a".repeat(64);

function requestsOf(tenant: TestTenant, panToken: string, recordId: string): RawRequest[] {
  const headers = { ...credentialsOf(tenant), "idempotency-key": "key-of-the-merchant" };
  const post = (body: string, more: Record<string, string> = {}, path = "") => {
    return { method: "POST", path: `/v1/authorizations${path}`, headers: { ...headers, ...more }, body };
  };
  const sale = JSON.stringify({ panToken, amount: 1, metadata: { note: METADATA } });
  const signed = { "x-signature": `sha256=${SIGNATURE}`, "x-timestamp": "1" };
  return [
    { path: "/v1/health" },
    { path: `/v1/me?token=${tenant.secret}`, headers },
    { path: "/v1/me", headers: { ...headers, authorization: `Bearer ${WRONG_SECRET}` } },
    { path: `/v1/${panToken}`, headers },
    { path: `/v1/authorizations/${panToken}`, headers },
    { path: `/v1/authorizations/${recordId}/${tenant.secret}`, headers },
    { path: `/v1/authorizations/${recordId}?panToken=${panToken}`, headers },
    post(sale),
    post(sale),
    post(sale.slice(0, -1), { "idempotency-key": "broken" }),
    post(JSON.stringify({ panToken, amount: 0 }), { "idempotency-key": "invalid" }),
    post(sale, signed),
    post("{}", { "idempotency-key": "capture" }, `/${recordId}/capture`),
  ];
}

interface Line {
  readonly requestId: string;
  readonly msg: string;
  readonly status?: number;
  readonly route?: string | null;
}

function readLines(log: string): Line[] {
  return log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

function assertClean(log: string, tenant: TestTenant, panToken: string): void {
  const [keyPart, secretPart] = [tenant.publicKey, tenant.secret].map((text) => text.split("_").at(-1) ?? "");
  const forbidden = { panToken, keyPart, secretPart, METADATA, WRONG_SECRET, SIGNATURE, sale: '"amount"' };
  for (const [name, text] of Object.entries(forbidden)) {
    assert.ok(text && !log.includes(text), `${name} is in the log: ${log}`);
  }
  assert.doesNotMatch(log, /bearer|idempotency-key|key-of-the-merchant|\$2[aby]\$/i);
}

for (const level of ["info", "debug"]) {
  test(`at ${level}: one line for each request, with its id, status and route, and nothing secret`, async () => {
    const tenant = await createTestTenant();
    const { card, recordId } = await createTestHold(tenant);
    const { log, replies } = await collectLog(requestsOf(tenant, card.panToken, recordId), level);
    const statuses = [200, 200, 401, 404, 404, 404, 200, 201, 200, 400, 400, 401, 200];
    assert.deepEqual(
      replies.map(({ status }) => status),
      statuses,
    );
    const [health, ...others] = replies;
    const told = level === "debug" ? [health, ...others] : others;
    const lines = readLines(log).filter(({ msg }) => msg === "request");
    assert.deepEqual(
      lines.map(({ requestId, status }) => [requestId, status]),
      told.map((reply) => [reply?.requestId, reply?.status]),
    );
    assert.deepEqual(
      lines.slice(-10, -7).map(({ route }) => route),
      [null, "/v1/authorizations/{id}", null],
    );
    assertClean(log, tenant, card.panToken);
  });
}

test("a fault is logged under its request id, without the query's values", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const body = JSON.stringify({ panToken, amount: 1, metadata: { note: METADATA } });
  const headers = { ...credentialsOf(tenant), "idempotency-key": "key-of-the-merchant" };
  await queryTestDatabase("ALTER TABLE authorizations ADD CONSTRAINT refuse CHECK (amount_minor <> 100) NOT VALID");
  const request = { method: "POST", path: "/v1/authorizations", headers, body };
  const { log, replies } = await collectLog([request], "info");
  await queryTestDatabase("ALTER TABLE authorizations DROP CONSTRAINT refuse");
  assert.equal(replies[0]?.status, 500);
  const fault = readLines(log).find(({ msg }) => msg === "request failed");
  assert.equal(fault?.requestId, replies[0]?.requestId);
  assert.match(log, /violates check constraint/);
  assertClean(log, tenant, panToken);
});
