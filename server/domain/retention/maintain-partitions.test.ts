import assert from "node:assert/strict";
import { test } from "node:test";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { query } from "@/server/db/query";
import { newRecordId } from "@/server/platform/ids";
import { DAY_MS } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { maintainPartitions } from ".";

withTestDatabase({ isApp: true });

const NOW = new Date("2026-03-04T10:00:00.000Z");
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

async function record(tenant: TestTenant, createdAt: Date): Promise<string> {
  const id = newRecordId(createdAt);
  const row = {
    id,
    tenantId: tenant.id,
    environment: tenant.environment,
    keyId: tenant.publicKey,
    merchantId: null,
    method: "GET",
    path: "/v1/authorizations",
    status: 200,
    errorCode: null,
    idempotencyKey: null,
    isReplay: false,
    isKeyless: false,
    durationMs: 1,
    address: null,
    createdAt,
  };
  await query(getPool(), insertRows("request_records", [row], "(SELECT 1) AS requests"));
  return id;
}

async function placeOf(id: string): Promise<string | undefined> {
  const [row] = await queryTestDatabase<{ place: string }>(
    "SELECT tableoid::regclass::text AS place FROM request_records WHERE id = $1",
    [id],
  );
  return row?.place;
}

async function partitionsOf(table: string): Promise<string[]> {
  const rows = await queryTestDatabase<{ name: string }>(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1",
    [table],
  );
  return rows.map(({ name }) => name);
}

test("a row lands in the partition of its day; what has none waits in the rest until there is one", async () => {
  const tenant = await createTestTenant();
  const early = await record(tenant, NOW);
  const past = await record(tenant, later(-3));
  assert.equal(await placeOf(early), "request_records_rest");
  assert.equal((await maintainPartitions({ now: NOW })).made, 24);
  assert.equal(await placeOf(early), "request_records_20260304");
  assert.equal(await placeOf(past), "request_records_rest");
  assert.equal(await placeOf(await record(tenant, later(7))), "request_records_20260311");
  assert.equal(await placeOf(await record(tenant, later(8))), "request_records_rest");
  assert.deepEqual((await partitionsOf("webhook_attempts")).slice(0, 2), [
    "webhook_attempts_20260302",
    "webhook_attempts_20260309",
  ]);
  assert.deepEqual(await maintainPartitions({ now: NOW }), { made: 0, dropped: 0, deleted: 0 });
});

test("two makers of partitions at once make each once", async () => {
  const [first, second] = await Promise.all([
    maintainPartitions({ now: later(1) }),
    maintainPartitions({ now: later(1) }),
  ]);
  assert.ok(first.made >= 1 && second.made >= 0);
  assert.equal((await partitionsOf("request_records")).filter((name) => name.endsWith("_20260312")).length, 1);
});

test("expired requests go with their partition, and from the rest; a day with one kept row stays", async () => {
  const tenant = await createTestTenant();
  const ids = [await record(tenant, NOW), await record(tenant, later(1)), await record(tenant, later(-3))];
  const count = () => getPrisma().requestRecord.count({ where: { id: { in: ids } } });
  // The first day ended at midnight; its last row is due 30 days later.
  await maintainPartitions({ now: later(30) });
  assert.equal(await placeOf(ids[0] ?? ""), "request_records_20260304", "ends half a day later");
  assert.equal(await placeOf(ids[2] ?? ""), undefined);
  const { dropped } = await maintainPartitions({ now: later(31) });
  assert.equal(dropped, 2, "of the log, and of what its requests said");
  assert.equal(await count(), 1);
  assert.equal(await placeOf(ids[1] ?? ""), "request_records_20260305");
  assert.ok(
    (await partitionsOf("webhook_attempts")).includes("webhook_attempts_20260302"),
    "attempts are kept 90 days",
  );
});
