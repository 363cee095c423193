import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { getPool } from "@/server/db/pool";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { flushRequestLog, openRequestLog, recordRequest } from ".";

withTestDatabase();
openRequestLog();

function record(
  { id: tenantId, apiKeyId: keyId, environment }: TestTenant,
  requestBody: string,
  status = 201,
): RecordId {
  const id = newRecordId(now());
  const request = { method: "POST", path: "/v1/authorizations", status, errorCode: null, idempotencyKey: null };
  const by = { tenantId, environment, keyId, merchantId: null, address: null };
  const bodies = { requestBody, requestBytes: requestBody.length, responseBody: null, responseBytes: 0 };
  const times = { isReplay: false, isKeyless: false, durationMs: 1, createdAt: now() };
  recordRequest({ id, ...request, ...by, ...times }, { ...bodies, unkeptBecause: null });
  return id;
}

test("bodies without room to wait are dropped and say so; their requests stay", async () => {
  const tenant = await createTestTenant();
  const [long, small] = [record(tenant, "x".repeat(16 * 1024 * 1024)), record(tenant, "{}")];
  await flushRequestLog();
  const later = record(tenant, "{}");
  await flushRequestLog();
  const rows = await queryTestDatabase<{ id: string; bytes: number; because: string | null }>(
    `SELECT r.id, b.request_bytes AS bytes, b.unkept_because AS because
      FROM request_records r JOIN request_bodies b ON b.id = r.id`,
  );
  const found = new Map(rows.map(({ id, ...row }) => [id, row]));
  assert.deepEqual(found.get(long), { bytes: 16 * 1024 * 1024, because: null });
  assert.deepEqual(found.get(small), { bytes: 0, because: "busy" });
  assert.deepEqual(found.get(later), { bytes: 2, because: null });
});

async function countOf({ id }: TestTenant): Promise<number> {
  const [row] = await queryTestDatabase<{ count: number }>(
    "SELECT count(*)::int AS count FROM request_records WHERE tenant_id = $1",
    [id],
  );
  return row?.count ?? 0;
}

test("sixty-four are written at once, fewer a moment later", async () => {
  const tenant = await createTestTenant();
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    for (let i = 0; i < 63; i += 1) record(tenant, "{}");
    for (let look = 0; look < 20; look += 1) assert.deepEqual([await countOf(tenant), await turn()], [0, undefined]);
    record(tenant, "{}");
    const until = performance.now() + 10_000;
    while ((await countOf(tenant)) < 64 && performance.now() < until) await turn();
    assert.equal(await countOf(tenant), 64);
    record(tenant, "{}");
    mock.timers.tick(250);
  } finally {
    mock.timers.reset();
  }
  await flushRequestLog();
  assert.equal(await countOf(tenant), 65);
});

test("a flood of refusals of one key leaves a few lines in each quarter of a second", async () => {
  const [flooding, other] = [await createTestTenant(), await createTestTenant()];
  const at = performance.now();
  const clock = mock.method(performance, "now", () => at);
  for (let i = 0; i < 400; i += 1) {
    record(flooding, "{}", 429);
    if (i % 2 === 0) record(other, "{}");
  }
  clock.mock.restore();
  await flushRequestLog();
  assert.deepEqual([await countOf(flooding), await countOf(other)], [5, 200]);
});

test("a database away for a moment costs one batch, and is not asked again at once", async () => {
  const tenant = await createTestTenant();
  mock.timers.enable({ apis: ["setTimeout"] });
  const away = mock.method(getPool(), "connect", () => Promise.reject(new Error("away")));
  try {
    for (let i = 0; i < 1_000; i += 1) record(tenant, "{}");
    for (let i = 0; i < 50; i += 1) await turn();
    for (let i = 0; i < 1_000; i += 1) record(tenant, "{}");
    assert.equal(away.mock.callCount(), 1);
  } finally {
    away.mock.restore();
    mock.timers.reset();
  }
  await flushRequestLog();
  assert.equal(await countOf(tenant), 2_000 - 64);
});
