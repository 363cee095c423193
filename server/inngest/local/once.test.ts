import assert from "node:assert/strict";
import { test } from "node:test";
import { cron } from "inngest";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import {
  createTestInngest,
  listRunsOf,
  startTestEngine,
  TEST_EVENT_KEY,
  waitForRun,
} from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";
import { receiveEvents } from "./receive-events";

withTestDatabase();

async function waitUntilRouted(): Promise<void> {
  await waitUntil("all events to be routed", async () => {
    return (await queryTestDatabase("SELECT id FROM engine_events WHERE NOT is_routed")).length === 0;
  });
}

function eventRequest(key: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(`http://engine.invalid/e/${key}`, { method: "POST", headers, body: JSON.stringify(body) });
}

test("an event's own id starts each function once, also when it comes again after the run", async (t) => {
  const inngest = createTestInngest("dedupe");
  const count = (id: string) => inngest.createFunction({ id, triggers: [{ event: "dedupe/go" }] }, async () => id);
  await startTestEngine(t, inngest, [count("one"), count("two")], { engines: 2 });
  const event = { name: "dedupe/go", data: {}, id: "the-one" };
  await Promise.all([inngest.send(event), inngest.send(event), inngest.send([event, event])]);
  await waitForRun("dedupe-one");
  await waitForRun("dedupe-two");
  await inngest.send(event);
  await inngest.send({ ...event, id: "another" });
  await waitUntilRouted();
  assert.deepEqual([(await listRunsOf("dedupe-one")).length, (await listRunsOf("dedupe-two")).length], [2, 2]);
});

test("a sending repeated with its seed is the same events; their ids are told", async () => {
  const headers = { "x-inngest-event-id-seed": "1795249593171,c29tZXRlbmJ5dA==" };
  const body = [{ name: "seed/a", data: { _inngest: { forged: true }, n: 1 } }, { name: "seed/a" }];
  const send = async (extra: Record<string, string>) => {
    const reply = await receiveEvents(eventRequest(TEST_EVENT_KEY, body, extra), TEST_EVENT_KEY);
    assert.equal(reply.status, 200);
    return ((await reply.json()) as { ids: string[]; status: number }).ids;
  };
  const ids = await send(headers);
  assert.deepEqual(await send(headers), ids);
  assert.equal(new Set([...ids, ...(await send({}))]).size, 4);
  const stored = await queryTestDatabase<{ id: string; payload: string }>(
    "SELECT id, payload FROM engine_events WHERE name = 'seed/a' ORDER BY sequence",
  );
  assert.equal(stored.length, 4);
  const payload = JSON.parse(stored[0]?.payload ?? "") as { id: string; data: object; ts: number; user: object };
  assert.deepEqual({ ...payload, ts: 0 }, { id: ids[0], name: "seed/a", data: { n: 1 }, ts: 0, user: {} });
});

test("foreign or malformed events are refused and not kept", async () => {
  const refused = [
    { key: "another-key", body: { name: "refused/a" }, status: 401 },
    { key: TEST_EVENT_KEY, body: { name: "" }, status: 400 },
    { key: TEST_EVENT_KEY, body: { name: "inngest/function.failed" }, status: 400 },
    { key: TEST_EVENT_KEY, body: [{ name: "refused/a" }, { data: {} }], status: 400 },
    { key: TEST_EVENT_KEY, body: { name: "refused/future", ts: Date.now() + 3_600_000 }, status: 400 },
    { key: TEST_EVENT_KEY, body: { name: "refused/a", data: { text: "x".repeat(600_000) } }, status: 400 },
    { key: TEST_EVENT_KEY, body: "text", status: 400 },
  ];
  for (const { key, body, status } of refused) {
    const reply = await receiveEvents(eventRequest(key, body), TEST_EVENT_KEY);
    const answer = (await reply.json()) as { status: number; error: string };
    assert.deepEqual(
      [reply.status, answer.status, typeof answer.error],
      [status, status, "string"],
      JSON.stringify(body).slice(0, 80),
    );
  }
  assert.deepEqual(await queryTestDatabase("SELECT id FROM engine_events WHERE name LIKE 'refused%'"), []);
});

test("an unroutable event is passed over, and those around it are routed", async (t) => {
  const inngest = createTestInngest("poison");
  const fn = inngest.createFunction({ id: "fn", triggers: [{ event: "poison/go" }] }, async ({ event }) => event.data);
  await inngest.send({ name: "poison/go", data: { n: 1 } });
  await queryTestDatabase("INSERT INTO engine_events (id, name, payload) VALUES ('broken', 'poison/go', '{')");
  await inngest.send({ name: "poison/go", data: { n: 2 } });
  await startTestEngine(t, inngest, [fn]);
  const runs = await waitUntil("both runs", async () => {
    const ended = (await listRunsOf("poison-fn")).filter(({ status }) => status === "completed");
    return ended.length === 2 && ended;
  });
  assert.deepEqual(runs.map(({ output }) => (output as { n: number }).n).sort(), [1, 2]);
  await waitUntilRouted();
});

test("a cron fires once across processes, made up for once after a pause, and knows when it was due", async (t) => {
  const inngest = createTestInngest("cron");
  // Hours ahead, so that it isn't due during the test, and within a day also where the clocks go back.
  const hour = new Date().getUTCHours() < 12 ? 20 : 10;
  const schedule = `TZ=Europe/Berlin 30 ${hour} * * *`;
  const fn = inngest.createFunction({ id: "fn", triggers: [cron(schedule)] }, async ({ event }) => event);
  await startTestEngine(t, inngest, [fn], { engines: 3 });
  const [planted] = await waitUntil("the schedule", async () => {
    const rows = await queryTestDatabase<{ next_at: Date }>(
      "SELECT next_at FROM engine_schedules WHERE function_id = 'cron-fn'",
    );
    return rows.length === 1 && rows;
  });
  const next = planted?.next_at ?? new Date(0);
  assert.ok(next.getTime() > Date.now() && next.getTime() <= Date.now() + 86_400_000);
  const inBerlin = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit", minute: "2-digit" });
  assert.equal(inBerlin.format(next), `${hour}:30`);
  await queryTestDatabase(
    "UPDATE engine_schedules SET next_at = now() - interval '3 days' WHERE function_id = 'cron-fn'",
  );
  const run = await waitForRun("cron-fn");
  assert.equal(run.status, "completed");
  const event = run.output as { name: string; id: string; data: { cron: string; scheduledAt: string; fireAt: string } };
  assert.deepEqual([event.name, event.data.cron], ["inngest/scheduled.timer", schedule]);
  assert.equal(event.id, event.data.scheduledAt);
  const lateMs = Date.parse(event.data.fireAt) - Date.parse(event.data.scheduledAt);
  assert.ok(Math.abs(lateMs - 3 * 86_400_000) < 10_000);
  const [after] = await queryTestDatabase<{ next_at: Date }>(
    "SELECT next_at FROM engine_schedules WHERE function_id = 'cron-fn'",
  );
  assert.equal(after?.next_at.getTime(), next.getTime());
  assert.equal((await listRunsOf("cron-fn")).length, 1);
});

test("crons due in the same moment start one after the other, each for its own time", async (t) => {
  const inngest = createTestInngest("crons");
  const ids = ["a", "b", "c"];
  const scheduledAt = async ({ event }: { event: { data: { scheduledAt: string } } }) => event.data.scheduledAt;
  const fns = ids.map((id) => inngest.createFunction({ id, triggers: [cron("30 4 * * *")] }, scheduledAt));
  await startTestEngine(t, inngest, fns);
  await waitUntil("the schedules", async () => {
    const rows = await queryTestDatabase("SELECT 1 FROM engine_schedules WHERE function_id LIKE 'crons-%'");
    return rows.length === ids.length;
  });
  const dueAt = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  await queryTestDatabase("UPDATE engine_schedules SET next_at = $1 WHERE function_id LIKE 'crons-%'", [dueAt]);
  for (const id of ids) assert.equal((await waitForRun(`crons-${id}`)).output, dueAt.toISOString());
  const runs = await queryTestDatabase<{ function_id: string; created_at: Date }>(
    "SELECT function_id, created_at FROM engine_runs WHERE function_id LIKE 'crons-%' ORDER BY created_at",
  );
  assert.deepEqual(
    runs.map(({ function_id }) => function_id),
    ["crons-a", "crons-b", "crons-c"],
  );
  const [first, second, third] = runs.map(({ created_at }) => created_at.getTime());
  assert.ok(first && second && third && second - first > 500 && third - second > 500);
});
