import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { waitUntil } from "@/server/testing/wait-until";
import { forgetOld, recover } from "./housekeeping";
import { Pulse } from "./pulse";
import { extendLeases } from "./runs/claim-jobs";

withTestDatabase();

async function insertRun(id: string, status: string, ended: string | null): Promise<void> {
  await queryTestDatabase(
    `INSERT INTO engine_runs (id, function_id, event, status, ended_at)
     VALUES ($1, 'fn', '{}', $2::engine_run_status, now() - $3::interval)`,
    [id, status, ended],
  );
}

async function insertJob(
  id: string,
  state: string,
  more: { slotKey?: string; leasedFor?: string } = {},
): Promise<void> {
  await insertRun(`run of ${id}`, "running", null);
  await queryTestDatabase(
    `INSERT INTO engine_jobs (id, run_id, function_id, kind, state, run_at, slot_key, lease_token, leased_until)
     VALUES ($1, 'run of ' || $1, 'fn', 'call', $2::engine_job_state, now(), $3, $4, now() + $5::interval)`,
    [id, state, more.slotKey ?? null, more.leasedFor ? "token" : null, more.leasedFor ?? null],
  );
}

test("what is past its time is forgotten, in batches; what runs is not, and failures stay longer", async () => {
  await queryTestDatabase(
    `INSERT INTO engine_runs (id, function_id, event, status, ended_at)
     SELECT 'many ' || n, 'fn', '{}', 'completed', now() - interval '4 days' FROM generate_series(1, 2500) n`,
  );
  await insertRun("fresh", "completed", "2 days");
  await insertRun("failed", "failed", "29 days");
  await insertRun("failed long ago", "failed", "31 days");
  await insertRun("cancelled", "cancelled", "4 days");
  await insertRun("still running", "running", null);
  await queryTestDatabase("UPDATE engine_runs SET created_at = now() - interval '1 year'");
  await queryTestDatabase("INSERT INTO engine_steps VALUES ('many 1', 'step', 0, 'step', false, '1')");
  await queryTestDatabase(
    `INSERT INTO engine_events (id, name, payload, start_at, is_routed, received_at) VALUES
     ('old', 'e', '{}', now(), true, now() - interval '4 days'), ('new', 'e', '{}', now(), true, now()),
     ('waiting', 'e', '{}', now(), false, now() - interval '4 days')`,
  );
  await queryTestDatabase(
    "INSERT INTO engine_keys VALUES ('fn', 'over', now() - interval '1 second'), ('fn', 'good', now() + interval '1 hour')",
  );
  await forgetOld();
  const idsOf = async (table: string, column: string) =>
    (await queryTestDatabase<{ id: string }>(`SELECT ${column} AS id FROM ${table} ORDER BY 1`)).map(({ id }) => id);
  assert.deepEqual(await idsOf("engine_runs", "id"), ["failed", "fresh", "still running"]);
  assert.deepEqual(await idsOf("engine_events", "id"), ["new", "waiting"]);
  assert.deepEqual(await idsOf("engine_keys", "key"), ["good"]);
  assert.equal(await countRows("engine_steps"), 0);
});

test("a claim that ran out is an attempt more, and one of those set aside for no one goes on", async () => {
  await insertJob("expired", "leased", { leasedFor: "-1 second" });
  await insertJob("alive", "leased", { leasedFor: "20 seconds" });
  await insertJob("stranded 1", "blocked", { slotKey: "a" });
  await insertJob("stranded 2", "blocked", { slotKey: "a" });
  await insertJob("at work", "leased", { slotKey: "b", leasedFor: "20 seconds" });
  await insertJob("waiting", "blocked", { slotKey: "b" });
  assert.equal(await recover(), true);
  const jobs = await queryTestDatabase<{ id: string; now: string }>(
    "SELECT id, state || ' ' || attempt AS now FROM engine_jobs ORDER BY id",
  );
  assert.deepEqual(Object.fromEntries(jobs.map(({ id, now }) => [id, now])), {
    alive: "leased 0",
    "at work": "leased 0",
    expired: "ready 1",
    "stranded 1": "ready 0",
    "stranded 2": "blocked 0",
    waiting: "blocked 0",
  });
  assert.equal(await recover(), false);
});

test("claims are extended while every connection of the pool is taken", async () => {
  await insertJob("long", "leased", { leasedFor: "1 second" });
  const job = {
    id: "long",
    runId: "run of long",
    functionId: "fn",
    kind: "call",
    stepId: null,
    stepName: null,
  } as const;
  const held = await Promise.all(Array.from({ length: getPool().options.max }, () => getPool().connect()));
  const pulse = new Pulse(() => extendLeases([{ ...job, attempt: 0, slotKey: null, leaseToken: "token" }]), 50);
  pulse.start();
  try {
    await waitUntil("the lease to be extended", async () => {
      const answer = await held[0]?.query(
        "SELECT leased_until > now() + interval '20 s' AS is_long FROM engine_jobs WHERE id = 'long'",
      );
      return answer?.rows[0]?.is_long === true;
    });
  } finally {
    pulse.stop();
    await pulse.close();
    for (const client of held) client.release();
  }
});
