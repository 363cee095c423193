import assert from "node:assert/strict";
import { test } from "node:test";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { flushRequestLog, openRequestLog, recordRequest } from ".";

withTestDatabase();
openRequestLog();

function record({ id: tenantId, apiKeyId: keyId, environment }: TestTenant, requestBody: string): RecordId {
  const id = newRecordId(now());
  const request = { method: "POST", path: "/v1/authorizations", status: 201, errorCode: null, idempotencyKey: null };
  const by = { tenantId, environment, keyId, merchantId: null, address: null };
  const bodies = { requestBody, requestBytes: requestBody.length, responseBody: null, responseBytes: 0 };
  const times = { isReplay: false, durationMs: 1, createdAt: now() };
  recordRequest({ id, ...request, ...by, ...times }, { ...bodies, unkeptBecause: null });
  return id;
}

test("bodies that have no room to wait are dropped and say so; their requests stay", async () => {
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
