import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import {
  type Between,
  createTestInngest,
  startTestEngine,
  TEST_EVENT_KEY,
  waitForRun,
} from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";
import { receiveEvents } from "./receive-events";

withTestDatabase();

test("a function runs from step to step: each body once, results remembered, the return value kept", async (t) => {
  const inngest = createTestInngest("steps");
  const ran: string[] = [];
  const fn = inngest.createFunction(
    { id: "three", triggers: [{ event: "steps/three" }] },
    async ({ event, step, runId }) => {
      const one = await step.run("one", () => {
        ran.push("one");
        return { value: event.data.value, text: 'a\u0000b"\ud800' };
      });
      await step.sleepUntil("nap", new Date(Date.now() + 1_000));
      const two = await step.run("two", () => {
        ran.push("two");
        return [one.value, null, 1.5e-7];
      });
      return { one, two, runId };
    },
  );
  let calls = 0;
  const between: Between = async (request, handle) => {
    if (request.method === "POST") calls += 1;
    return await handle(request);
  };
  await startTestEngine(t, inngest, [fn], { between });
  await inngest.send({ name: "steps/three", data: { value: 7, z: 1, a: "ü" } });
  const run = await waitForRun("steps-three");
  assert.deepEqual(run.status, "completed");
  assert.deepEqual(run.output, {
    one: { value: 7, text: 'a\u0000b"\ud800' },
    two: [7, null, 1.5e-7],
    runId: run.id,
  });
  assert.deepEqual(ran, ["one", "two"]);
  assert.equal(calls, 2, "one before the sleep, one after it");
  const [row] = await queryTestDatabase<{ steps: string }>("SELECT steps FROM engine_runs WHERE id = $1", [run.id]);
  const steps = JSON.parse(row?.steps ?? "") as { name: string }[];
  assert.deepEqual(
    steps.map(({ name }) => name),
    ["one", "nap", "two"],
  );
});

test("sleepUntil ends at its time, and not before", async (t) => {
  const inngest = createTestInngest("until");
  const fn = inngest.createFunction({ id: "until", triggers: [{ event: "until/go" }] }, async ({ event, step }) => {
    await step.sleepUntil("wait", new Date(String(event.data.until)));
    return await step.run("awake", () => Date.now());
  });
  await startTestEngine(t, inngest, [fn]);
  const [soon, late] = [1_500, 3_600_000].map((ms) => new Date(Date.now() + ms));
  assert.ok(soon && late);
  await inngest.send([soon, late].map((until) => ({ name: "until/go", data: { until: until.toISOString() } })));
  const { output } = await waitForRun("until-until");
  assert.ok(Number(output) >= soon.getTime());
  const asleep = await waitUntil("the other to sleep", async () => {
    const runs = await queryTestDatabase<{ run_at: Date }>("SELECT run_at FROM engine_runs WHERE sleep_name = 'wait'");
    return runs.length > 0 && runs;
  });
  assert.deepEqual(
    asleep.map(({ run_at: at }) => at),
    [late],
  );
});

test("an event sent by a step starts another function", async (t) => {
  const inngest = createTestInngest("chain");
  const first = inngest.createFunction({ id: "first", triggers: [{ event: "chain/first" }] }, async ({ step }) => {
    await step.sendEvent("pass-on", { name: "chain/second", data: { from: "first" }, id: "one" });
  });
  const second = inngest.createFunction(
    { id: "second", triggers: [{ event: "chain/second" }] },
    async ({ event }) => event.data,
  );
  await startTestEngine(t, inngest, [first, second]);
  await inngest.send({ name: "chain/first", data: {} });
  assert.deepEqual((await waitForRun("chain-second")).output, { from: "first" });
});

test("a call whose run was taken from it stores nothing and ends", async (t) => {
  const inngest = createTestInngest("taken");
  const ran: string[] = [];
  const fn = inngest.createFunction({ id: "taken", triggers: [{ event: "taken/go" }] }, async ({ step }) => {
    await step.run("one", async () => {
      ran.push("one");
      await queryTestDatabase(
        "UPDATE engine_runs SET status = 'cancelled', ended_at = now(), run_at = NULL, lease_token = NULL, leased_until = NULL",
      );
    });
    await step.run("two", () => ran.push("two"));
  });
  const answered: number[] = [];
  const between: Between = async (request, handle) => {
    const response = await handle(request);
    if (request.method === "POST") answered.push(response.status);
    return response;
  };
  await startTestEngine(t, inngest, [fn], { between });
  await inngest.send({ name: "taken/go", data: {} });
  await waitUntil("the call to end", () => answered.length > 0);
  const [run] = await queryTestDatabase<{ steps: string }>(
    "SELECT steps FROM engine_runs WHERE function_id = 'taken-taken'",
  );
  assert.deepEqual([ran, answered, run?.steps], [["one"], [400], "[]"]);
});

test("a checkpoint that is no checkpoint is refused", async () => {
  const send = (body: unknown) =>
    receiveEvents(
      new Request("http://engine.invalid/v1/checkpoint/x/async", { method: "POST", body: JSON.stringify(body) }),
      TEST_EVENT_KEY,
    );
  assert.equal((await send({ steps: [] })).status, 400);
  assert.equal((await send({ run_id: "x", qi_id: "y", steps: [] })).status, 409);
});
