import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { capture, read } from "@/server/testing/factories/authorization-steps";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { ALL_EVENTS, createTestSubscription } from "@/server/testing/factories/webhook-subscriptions";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

async function endConnections(): Promise<void> {
  // Leaves the server's own workers alone.
  const others =
    "FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()";
  await queryTestDatabase(`SELECT pg_terminate_backend(pid) ${others}`);
  await waitUntil(
    "the other connections have ended",
    async () => (await queryTestDatabase(`SELECT 1 ${others}`)).length === 0,
  );
  await queryTestDatabase("SELECT pg_stat_force_next_flush()");
}

async function readWhole(): Promise<Map<string, number>> {
  await endConnections();
  const rows = await queryTestDatabase<{ relname: string; seq_scan: string }>(
    "SELECT relname, seq_scan FROM pg_stat_user_tables",
  );
  return new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]));
}

test("a payment looks up what it needs, in tables that hold next to nothing too", async () => {
  const tenant = await createTestTenant();
  await createTestSubscription(tenant, { events: ALL_EVENTS });
  const card = await createTestCard(tenant);
  // Cached plans reflect table sizes now, right after ANALYZE, when all tables are small.
  await queryTestDatabase("ANALYZE");
  const before = await readWhole();
  for (let i = 0; i < 8; i += 1) {
    const hold = await createTestHold(tenant, { card, amount: 1 });
    await capture(tenant, hold.recordId);
    await read(tenant, hold.recordId);
  }
  const after = await readWhole();
  const whole = [...after].filter(([table, scans]) => scans > (before.get(table) ?? 0)).map(([table]) => table);
  assert.deepEqual(whole, []);
});

test("a name of an authorization finds it without its tenant's others", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  await queryTestDatabase("ANALYZE");
  await endConnections();
  const holds = [];
  for (let i = 0; i < 100; i += 1) {
    const hold = await createTestHold(tenant, { card, amount: 1 });
    holds.push(hold);
    if (i < 10) await read(tenant, hold.recordId);
  }
  for (const { recordId, authorizationId } of holds) {
    await read(tenant, recordId);
    await read(tenant, authorizationId);
    await capture(tenant, recordId);
  }
  await endConnections();
  const byTime = await queryTestDatabase(
    "SELECT indexrelname, idx_tup_read FROM pg_stat_user_indexes WHERE relname = 'authorizations' AND idx_tup_read > 0 AND indexrelname ~ 'created_at'",
  );
  assert.deepEqual(byTime, []);
});
