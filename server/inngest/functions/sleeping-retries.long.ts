import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { startDeliveries } from "@/server/testing/engine/webhook-engine";
import { createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { multiplyDelivery } from "@/server/testing/faults/dead-host";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();
allowLocalhost();

const MINUTE_MS = 60_000;
const TICK_MS = 10;
const SUBSCRIPTIONS = 20;

async function failDeliveries(url: string, count: number, dueIn: string): Promise<void> {
  await queryTestDatabase("DELETE FROM engine_runs");
  await queryTestDatabase("DELETE FROM engine_events");
  await queryTestDatabase(
    "UPDATE webhook_deliveries SET status = 'delivered', delivered_at = now(), next_attempt_at = NULL, handed_over_at = NULL",
  );
  for (let i = 0; i < SUBSCRIPTIONS; i += 1) {
    const { deliveryId } = await createTestDelivery(url);
    await multiplyDelivery(deliveryId, count / SUBSCRIPTIONS - 1);
  }
  await queryTestDatabase(
    `UPDATE webhook_deliveries d SET attempt = 1, status = 'failed', error = 'failed', next_attempt_at = now() + ${dueIn}
      FROM (SELECT id, row_number() OVER (ORDER BY md5(id)) AS n FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL) r
      WHERE r.id = d.id`,
  );
}

function fieldsOf(pid: string | number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  } catch {
    return [];
  }
}

/** CPU milliseconds of this process and all database processes, ended ones included. */
async function processorTime(): Promise<number> {
  const { user, system } = process.cpuUsage();
  const [backend] = await queryTestDatabase<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const parent = fieldsOf(backend?.pid ?? 0)[1] ?? "";
  const own = fieldsOf(parent).slice(11, 15);
  const children = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && fieldsOf(pid)[1] === parent);
  const ticks = [...own, ...children.flatMap((pid) => fieldsOf(pid).slice(11, 13))].map(Number);
  return (user + system) / 1_000 + ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}

/** Rows and index entries of deliveries and runs that the database has read since it began. */
async function rowsRead(): Promise<number> {
  const [row] = await queryTestDatabase<{ read: number }>(
    `SELECT sum(read)::float8 AS read FROM (
      SELECT relname, seq_tup_read AS read FROM pg_stat_user_tables
      UNION ALL SELECT relname, idx_tup_read FROM pg_stat_user_indexes) reads
      WHERE relname IN ('webhook_deliveries', 'engine_runs')`,
  );
  return row?.read ?? Number.NaN;
}

/** Rows are compared, since processor time of an idle minute varies by 150 ms with the same rows. */
async function measureMinute(t: TestContext): Promise<number> {
  const [rows, ms] = [await rowsRead(), await processorTime()];
  await sleep(MINUTE_MS);
  const read = (await rowsRead()) - rows;
  t.diagnostic(`a minute: ${read} rows read, ${((await processorTime()) - ms).toFixed(0)} ms of processor time`);
  return read;
}

const stopSchedules = () => queryTestDatabase("UPDATE engine_schedules SET next_at = now() + interval '1 day'");

const untilAsleep = (count: number) =>
  waitUntil(
    `${count} runs to sleep`,
    async () => {
      const [row] = await queryTestDatabase<{ count: number }>(
        "SELECT count(*)::int AS count FROM engine_runs WHERE sleep_name IS NOT NULL AND status = 'running' AND lease_token IS NULL",
      );
      await sleep(500);
      return row?.count === count;
    },
    20 * MINUTE_MS,
  );

async function lateness(since: Date): Promise<number[]> {
  const rows = await queryTestDatabase<{ late: number }>(
    `SELECT extract(epoch FROM a.started_at - d.scheduled_at)::float8 * 1000 AS late
      FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
      WHERE a.number = 2 AND a.started_at >= $1 ORDER BY 1`,
    [since],
  );
  return rows.map(({ late }) => late);
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

function say(t: TestContext, what: string, late: readonly number[]): void {
  const [median, p99, most] = [at(late, 0.5), at(late, 0.99), at(late, 1)].map((ms) => ms.toFixed(0));
  t.diagnostic(`${what}: ${late.length} retries, late by ${median} ms in the middle, ${p99} at p99, ${most} at most`);
}

test("a minute with 50,000 sleeping deliveries reads as few rows as one with none", async (t) => {
  const receiver = await startReceiver();
  let idle = 0;
  await t.test("none", async (none) => {
    await startDeliveries(none);
    await sleep(3_000);
    await stopSchedules();
    await sleep(2_000);
    idle = await measureMinute(none);
  });
  await failDeliveries(receiver.url, 50_000, "interval '1 hour' + n * interval '1 second'");
  await queryTestDatabase(
    "UPDATE webhook_deliveries SET handed_over_at = now(), handoff = 2 WHERE next_attempt_at IS NOT NULL",
  );
  await queryTestDatabase(
    `INSERT INTO engine_runs (id, function_id, event, event_key, cancel_key, steps, sleep_name, run_at)
      SELECT 'run ' || id, 'closed-loop-retry-webhook',
        '{"id":"' || id || '","name":"webhooks/retry.planned","data":{"deliveryId":"' || id || '","run":2,"attempt":2},"ts":1}',
        'retry.' || id || '.2', id, '[{"id":"' || md5(id) || '","name":"until attempt 2","data":null}]', 'until attempt 2',
        next_attempt_at
      FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL`,
  );
  await t.test("50,000", async (many) => {
    await startDeliveries(many);
    await sleep(3_000);
    await stopSchedules();
    await untilAsleep(50_000);
    // Keeps cleanup after the inserts out of the measurement.
    await queryTestDatabase("VACUUM ANALYZE");
    await queryTestDatabase("CHECKPOINT");
    await sleep(5_000);
    const asleep = await measureMinute(many);
    assert.ok(asleep - idle < 500, `${asleep} rows, with none asleep ${idle}`);
  });
});

test("of 5,000 that sleep, those that are due begin within a second, also after a restart", async (t) => {
  const receiver = await startReceiver();
  receiver.answerWith(500);
  // Ten per second for two minutes, starting half a minute after all sleep; the rest sleep for an hour.
  await failDeliveries(
    receiver.url,
    5_000,
    "CASE WHEN n <= 1200 THEN interval '150 seconds' + n * interval '100 milliseconds' ELSE interval '1 hour' END",
  );
  await t.test("while it runs", async (first) => {
    const begun = performance.now();
    const atFirst = await processorTime();
    await startDeliveries(first);
    await untilAsleep(5_000);
    const seconds = (performance.now() - begun) / 1_000;
    t.diagnostic(
      `asleep after ${seconds.toFixed(0)} s, ${(((await processorTime()) - atFirst) / 5_000).toFixed(2)} ms each`,
    );
    const since = new Date();
    const before = await processorTime();
    await waitUntil(
      "the first minute's",
      async () => (await sleep(1_000, receiver.received.length)) >= 600,
      10 * MINUTE_MS,
    );
    const late = await lateness(since);
    say(t, "while it runs", late);
    t.diagnostic(`${(((await processorTime()) - before) / late.length).toFixed(1)} ms of processor time for each`);
    assert.ok(at(late, 0.99) < 1_000);
  });
  const gone = receiver.received.length;
  await sleep(10_000);
  await t.test("after a restart", async (second) => {
    const startedAt = new Date();
    await startDeliveries(second);
    await waitUntil("the first", () => receiver.received.length > gone, MINUTE_MS);
    t.diagnostic(`the first overdue one ${Date.now() - startedAt.getTime()} ms after the start`);
    const isCaughtUp = async () =>
      (
        await queryTestDatabase(
          "SELECT 1 FROM webhook_deliveries WHERE next_attempt_at < $1::timestamptz AND attempt = 1 LIMIT 1",
          [startedAt],
        )
      ).length === 0;
    await waitUntil("those that were overdue", isCaughtUp, MINUTE_MS);
    t.diagnostic(`all that were overdue ${Date.now() - startedAt.getTime()} ms after the start`);
  });
});
