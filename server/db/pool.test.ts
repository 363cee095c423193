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

/** How often each table was read as a whole, by all connections so far; ends them, since they report at their end. */
async function readWhole(): Promise<Map<string, number>> {
  const others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
  await queryTestDatabase(`SELECT pg_terminate_backend(pid) ${others}`);
  await waitUntil(
    "the other connections have ended",
    async () => (await queryTestDatabase(`SELECT 1 ${others}`)).length === 0,
  );
  await queryTestDatabase("SELECT pg_stat_force_next_flush()");
  const rows = await queryTestDatabase<{ relname: string; seq_scan: string }>(
    "SELECT relname, seq_scan FROM pg_stat_user_tables",
  );
  return new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]));
}

test("a payment looks up what it needs, in tables that hold next to nothing too", async () => {
  const tenant = await createTestTenant();
  await createTestSubscription(tenant, { events: ALL_EVENTS });
  const card = await createTestCard(tenant);
  // Plans are made for what the tables hold then, and kept: right after this all are small.
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
