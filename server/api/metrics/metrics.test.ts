import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { proveBooks } from "@/server/domain/books";
import { bindEngineAdmin } from "@/server/domain/engine";
import { readVitals } from "@/server/domain/vitals";
import { engineAdmin } from "@/server/inngest/local/admin";
import { now } from "@/server/platform/clock";
import { getEnv } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";
import { call, expectError } from "@/server/testing/clients/api-client";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { attempt, createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { withDatabaseLink } from "@/server/testing/faults/database-link";
import { answerMetrics, answerMetricsRoute } from "./hosts";
import { writeVitals } from "./vital-gauges";

withTestDatabase();
allowLocalhost();
bindTestSender();
const link = withDatabaseLink();
bindEngineAdmin(engineAdmin);

const TOKEN = "a-token-of-the-one-who-watches";

async function ask(headers: Readonly<Record<string, string>> = {}, path = "/metrics") {
  const server = createServer((request, response) => {
    if (!answerMetrics(request, response)) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });
    return { status: reply.status, text: await reply.text() };
  } finally {
    server.close();
  }
}

function numberIn(text: string, line: string): number | null {
  const found = text.split("\n").find((written) => written.startsWith(`closed_loop_${line} `));
  return found === undefined ? null : Number(found.split(" ").at(-1));
}

test("requests, declines, refusals, and deliveries are counted, by operation and code", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant, { fundsMinor: 10_00n });
  const { text: before } = await ask();
  for (const amount of [4, 11])
    await call(tenant, createAuthorization, { body: { panToken, amount }, idempotencyKey: `of-${amount}` });
  await expectError(
    tenant,
    createAuthorization,
    { body: { panToken, amount: 0 } },
    { status: 400, code: "validation_error" },
  );
  await expectError(null, getTenantIdentity, {}, { status: 401, code: "authentication_failed" });
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { deliveryId } = await createTestDelivery(receiver.url, tenant);
  await attempt(deliveryId);
  const { status, text } = await ask();
  assert.equal(status, 200);
  const grown = (line: string) => (numberIn(text, line) ?? 0) - (numberIn(before, line) ?? 0);
  const counted = {
    'requests_total{operation="createAuthorization",status="400",error="validation_error"}': 1,
    'requests_total{operation="getTenantIdentity",status="401",error="authentication_failed"}': 1,
    'request_duration_seconds_count{operation="getTenantIdentity"}': 1,
    'decisions_total{instrument="card",environment="test",code="51"}': 1,
    'webhook_attempts_total{environment="test",state="failed"}': 1,
    'webhook_lag_seconds_count{environment="test"}': 1,
  };
  for (const [line, count] of Object.entries(counted)) assert.equal(grown(line), count, line);
  assert.ok(grown('batch_items_count{queue="card"}') >= 2);
  assert.equal(numberIn(text, 'pool_size{pool="primary"}'), getEnv().DATABASE_POOL_SIZE);
  assert.ok(!text.includes(tenant.id) && !text.includes(panToken), "no label is a tenant or a card");
  assert.match(text, /^nodejs_eventloop_lag_seconds /m);
});

test("the database's own figures are read from it, and are ten seconds old at most", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  await queryTestDatabase("UPDATE authorizations SET expires_at = now() - interval '90 seconds' WHERE id = $1", [
    recordId,
  ]);
  const { deliveryId } = await createTestDelivery((await startReceiver()).url, tenant);
  await queryTestDatabase(
    "UPDATE webhook_deliveries SET next_attempt_at = now() - interval '5 minutes' WHERE id = $1",
    [deliveryId],
  );
  await queryTestDatabase(
    `INSERT INTO emails (id, recipient, subject, sealed_text, created_at, next_attempt_at)
      VALUES ($1, 'someone@example.com', 'x', 'x', now(), now() - interval '1 hour')`,
    [newRecordId(now())],
  );
  await proveBooks({ kind: "network", environment: "live", now: now(), requestId: newRecordId(now()) });
  const text = await writeVitals(await readVitals({ now: now() }));
  const about = (line: string) => Math.round((numberIn(text, line) ?? -1) / 60);
  assert.deepEqual(
    ["hold_expiry_lag_seconds", "deliveries_oldest_due_seconds", "emails_oldest_due_seconds"].map(about),
    [2, 5, 60],
  );
  assert.equal(numberIn(text, "deliveries_overdue"), 1);
  assert.equal(numberIn(text, "books_breached_checks"), 0);
  assert.ok(now().getTime() / 1_000 - (numberIn(text, "books_proved_timestamp_seconds") ?? 0) < 120);
  assert.equal(numberIn(text, "engine_lag_seconds"), 0);
  assert.ok((numberIn(text, "database_bytes") ?? 0) > 1_000_000);
});

test("without its database the page says so, and what was counted all the same", async () => {
  await link.cut();
  try {
    const { text } = await ask();
    assert.equal(numberIn(text, "deliveries_overdue") === null, numberIn(text, "vitals_up") === 0);
    assert.match(await writeVitals(null), /^closed_loop_vitals_up 0$/m);
    assert.match(text, /^closed_loop_requests_total/m);
  } finally {
    await link.restore();
  }
});

test("the page is for this machine, and for holders of a token: for no one else", async () => {
  assert.equal((await ask()).status, 200);
  assert.equal((await ask({ "x-forwarded-for": "203.0.113.9" })).status, 404);
  assert.equal((await ask({}, "/metrics/x")).status, 418);
  Object.assign(getEnv(), { PUBLIC_URL: "https://pay.example.com" });
  assert.equal((await ask()).status, 404, "a proxy of this machine may not say that it is one");
  Object.assign(getEnv(), { PUBLIC_URL: undefined });
  const route = (headers: Record<string, string>) =>
    answerMetricsRoute(new Request("http://localhost/metrics", { headers })).then(({ status }) => status);
  assert.equal(await route({}), 404);
  Object.assign(getEnv(), { METRICS_TOKEN: TOKEN });
  try {
    const authorization = `Bearer ${TOKEN}`;
    assert.equal((await ask()).status, 401);
    assert.equal((await ask({ authorization: `${authorization}x` })).status, 401);
    assert.equal((await ask({ authorization, "x-forwarded-for": "203.0.113.9" })).status, 200);
    assert.deepEqual([await route({}), await route({ authorization })], [401, 200]);
  } finally {
    Object.assign(getEnv(), { METRICS_TOKEN: undefined });
  }
});
