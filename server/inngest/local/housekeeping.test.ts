import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { waitUntil } from "@/server/testing/wait-until";
import { forgetOld, recover } from "./housekeeping";
import { Pulse } from "./pulse";
import { extendLeases } from "./runs/claim-runs";

withTestDatabase();

async function insertRun(id: string, status: string, ended: string | null): Promise<void> {
  await queryTestDatabase(
    `INSERT INTO engine_runs (id, function_id, event, status, ended_at, run_at)
     VALUES ($1, 'fn', '{}', $2::engine_run_status, now() - $3::interval, CASE WHEN $2 = 'running' THEN now() END)`,
    [id, status, ended],
  );
}

async function insertClaimed(id: string, leasedFor: string): Promise<void> {
  await insertRun(id, "running", null);
  await queryTestDatabase(
    "UPDATE engine_runs SET lease_token = 'token', leased_until = now() + $2::interval WHERE id = $1",
    [id, leasedFor],
  );
}

test("expired runs are forgotten in batches; active ones are not, and failures stay longer", async () => {
  await queryTestDatabase(
    `INSERT INTO engine_runs (id, function_id, event, status, ended_at)
     SELECT 'many ' || n, 'fn', '{}', 'completed', now() - interval '4 days' FROM generate_series(1, 2500) n`,
  );
  await insertRun("fresh", "completed", "2 days");
  await insertRun("failed", "failed", "29 days");
  await insertRun("failed long ago", "failed", "31 days");
  await insertRun("cancelled", "cancelled", "4 days");
  await insertRun("still running", "running", null);
  for (const id of ["of no function", "of an older build"]) await insertRun(id, "running", null);
  await queryTestDatabase("UPDATE engine_runs SET created_at = now() - interval '1 year'");
  await queryTestDatabase("UPDATE engine_runs SET function_id = 'gone' WHERE id LIKE 'of %'");
  await queryTestDatabase(
    "UPDATE engine_runs SET run_at = now() - interval '6 minutes' WHERE id IN ('of no function', 'still running')",
  );
  await queryTestDatabase(
    `INSERT INTO engine_events (id, name, payload, is_routed, received_at) VALUES
     ('old', 'e', '{}', true, now() - interval '4 days'), ('new', 'e', '{}', true, now()),
     ('waiting', 'e', '{}', false, now() - interval '4 days')`,
  );
  await forgetOld(["fn"]);
  const idsOf = async (table: string, column: string) =>
    (await queryTestDatabase<{ id: string }>(`SELECT ${column} AS id FROM ${table} ORDER BY 1`)).map(({ id }) => id);
  assert.deepEqual(await idsOf("engine_runs", "id"), [
    "failed",
    "fresh",
    "of an older build",
    "of no function",
    "still running",
  ]);
  assert.deepEqual(await idsOf("engine_events", "id"), ["new", "waiting"]);
  const running = "SELECT id FROM engine_runs WHERE status = 'running' ORDER BY 1";
  assert.deepEqual(await queryTestDatabase(running), [{ id: "of an older build" }, { id: "still running" }]);
});

test("the claims of a process that ended without a word are taken back, as one more attempt", async () => {
  await insertClaimed("expired", "-1 second");
  await insertClaimed("alive", "20 seconds");
  assert.equal(await recover(), true);
  const runs = await queryTestDatabase<{ id: string; now: string }>(
    `SELECT id, (lease_token IS NULL) || ' ' || attempt AS now FROM engine_runs WHERE id IN ('expired', 'alive') ORDER BY id`,
  );
  assert.deepEqual(
    runs.map(({ now }) => now),
    ["false 0", "true 1"],
  );
  assert.equal(await recover(), false);
});

test("claims are extended while every connection of the pool is taken", async () => {
  await insertClaimed("long", "1 second");
  const run = { id: "long", functionId: "fn", event: "{}", steps: [], attempt: 0, leaseToken: "token" };
  const held = await Promise.all(Array.from({ length: getPool().options.max }, () => getPool().connect()));
  const pulse = new Pulse(() => extendLeases([run]), 50);
  pulse.start();
  try {
    await waitUntil("the lease to be extended", async () => {
      const answer = await held[0]?.query(
        "SELECT leased_until > now() + interval '20 s' AS is_long FROM engine_runs WHERE id = 'long'",
      );
      return answer?.rows[0]?.is_long === true;
    });
  } finally {
    pulse.stop();
    await pulse.close();
    for (const client of held) client.release();
  }
});
