import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestInngest, listRunsOf, startTestEngine, waitForRun } from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

async function waitForListeners(eventName: string, count: number): Promise<void> {
  await waitUntil(`${count} listeners for ${eventName}`, async () => {
    const rows = await queryTestDatabase("SELECT id FROM engine_listeners WHERE event_name = $1", [eventName]);
    return rows.length === count;
  });
}

/** An hour passes for the timer of the run that its event's `data.id` names. */
async function endTimerOf(functionId: string, id: string): Promise<void> {
  const ended = await queryTestDatabase(
    `UPDATE engine_jobs j SET run_at = now() FROM engine_runs r
      WHERE r.id = j.run_id AND j.function_id = $1 AND j.kind IN ('sleep', 'wait') AND r.event::json->'data'->>'id' = $2
      RETURNING j.id`,
    [functionId, id],
  );
  assert.equal(ended.length, 1);
}

test("a wait ends with the event that matches, whole, and with null when its time is over", async (t) => {
  const inngest = createTestInngest("wait");
  const fn = inngest.createFunction({ id: "for", triggers: [{ event: "wait/go" }] }, async ({ event, step }) => {
    const wait = { event: "wait/answer", timeout: "1h", match: "data.id" };
    const answer = await step.waitForEvent("answer", wait);
    return { waited: event.data.id, answer };
  });
  await startTestEngine(t, inngest, [fn]);
  await inngest.send(["a", "b"].map((id) => ({ name: "wait/go", data: { id } })));
  await waitForListeners("wait/answer", 2);
  await inngest.send([
    { name: "wait/answer", data: { id: "c" } },
    { name: "wait/answer", data: {} },
    { name: "wait/answer", data: { id: "a", more: [1] }, id: "custom" },
    { name: "wait/answer", data: { id: "a", more: "too late" } },
  ]);
  const endedRuns = async () => (await listRunsOf("wait-for")).filter(({ status }) => status === "completed");
  await waitUntil("the run that was answered", async () => (await endedRuns()).length === 1);
  await endTimerOf("wait-for", "b");
  const runs = await waitUntil("both runs", async () => {
    const ended = await endedRuns();
    return ended.length === 2 && ended;
  });
  interface Output {
    readonly waited: string;
    readonly answer: { readonly id: string; readonly name: string; readonly data: object } | null;
  }
  const answers = new Map(runs.map(({ output }) => output as Output).map(({ waited, answer }) => [waited, answer]));
  const answer = answers.get("a");
  assert.deepEqual([answer?.id, answer?.name, answer?.data], ["custom", "wait/answer", { id: "a", more: [1] }]);
  assert.equal(answers.get("b"), null);
  assert.deepEqual(await queryTestDatabase("SELECT id FROM engine_listeners"), []);
});

test("an event and the end of the time that come together end each wait once", async (t) => {
  const inngest = createTestInngest("race");
  const finds: string[] = [];
  const fn = inngest.createFunction({ id: "race", triggers: [{ event: "race/go" }] }, async ({ event, step }) => {
    const answer = await step.waitForEvent("answer", {
      event: "race/answer",
      timeout: "1h",
      if: "async.data.id == event.data.id && async.data.kind == 'final'",
    });
    return await step.run("after", () => finds.push(`${event.data.id}`) && (answer === null ? "timeout" : "event"));
  });
  await startTestEngine(t, inngest, [fn], { engines: 2 });
  const ids = Array.from({ length: 20 }, (_, i) => i);
  await inngest.send(ids.map((id) => ({ name: "race/go", data: { id } })));
  await waitForListeners("race/answer", 20);
  await Promise.all([
    queryTestDatabase("UPDATE engine_jobs SET run_at = now() WHERE function_id = 'race-race' AND kind = 'wait'"),
    inngest.send(ids.map((id) => ({ name: "race/answer", data: { id, kind: "final" } }))),
  ]);
  const runs = await waitUntil("all runs", async () => {
    const ended = (await listRunsOf("race-race")).filter(({ status }) => status === "completed");
    return ended.length === 20 && ended;
  });
  assert.deepEqual(new Set(runs.map(({ output }) => output)).size <= 2, true);
  assert.deepEqual(
    finds.map(Number).sort((a, b) => a - b),
    ids,
    "each went on once",
  );
});

test("an event that a step sends beside a wait is not missed by it", async (t) => {
  const inngest = createTestInngest("beside");
  const fn = inngest.createFunction({ id: "fn", triggers: [{ event: "beside/go" }] }, async ({ step }) => {
    const [, answer] = await Promise.all([
      step.sendEvent("ask", { name: "beside/answer", data: { n: 1 } }),
      step.waitForEvent("answer", { event: "beside/answer", timeout: "1h" }),
    ]);
    return answer?.data;
  });
  await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "beside/go", data: {} });
  assert.deepEqual((await waitForRun("beside-fn")).output, { n: 1 });
});

test("cancelOn ends a sleeping run that it matches, and no other", async (t) => {
  const inngest = createTestInngest("cancel");
  const fn = inngest.createFunction(
    { id: "sleeper", triggers: [{ event: "cancel/go" }], cancelOn: [{ event: "cancel/stop", match: "data.id" }] },
    async ({ event, step }) => {
      await step.sleep("long", "1h");
      return `${event.data.id} awake`;
    },
  );
  const received: unknown[] = [];
  const witness = inngest.createFunction(
    { id: "witness", triggers: [{ event: "inngest/function.cancelled" }] },
    async ({ event }) => received.push(event.data.function_id),
  );
  await startTestEngine(t, inngest, [fn, witness]);
  await inngest.send({ name: "cancel/stop", data: { id: "ended" } });
  await inngest.send([
    { name: "cancel/go", data: { id: "ended" } },
    { name: "cancel/go", data: { id: "kept" } },
  ]);
  await waitUntil("both to sleep", async () => {
    const sleeping = await queryTestDatabase("SELECT id FROM engine_jobs WHERE function_id = $1 AND kind = 'sleep'", [
      "cancel-sleeper",
    ]);
    return sleeping.length === 2;
  });
  await inngest.send({ name: "cancel/stop", data: { id: "ended" } });
  const endedRuns = async () => (await listRunsOf("cancel-sleeper")).filter(({ status }) => status !== "running");
  await waitUntil("the end of one", async () => (await endedRuns()).length === 1);
  await endTimerOf("cancel-sleeper", "kept");
  const runs = await waitUntil("both runs", async () => {
    const ended = await endedRuns();
    return ended.length === 2 && ended;
  });
  const ends = runs.map(({ status, output }) => [status, output]);
  assert.deepEqual(ends.sort(), [
    ["cancelled", null],
    ["completed", "kept awake"],
  ]);
  await waitForRun("cancel-witness");
  assert.deepEqual(received, ["cancel-sleeper"]);
});

test("what a cancelled run's call still answers is dropped", async (t) => {
  const inngest = createTestInngest("dropped");
  let isAllowed = false;
  const fn = inngest.createFunction(
    { id: "slow", triggers: [{ event: "dropped/go" }], cancelOn: [{ event: "dropped/stop" }] },
    async ({ step }) => {
      await step.run("slow", async () => await waitUntil("permission", () => isAllowed));
      return "done";
    },
  );
  const { engines } = await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "dropped/go", data: {} });
  await waitForListeners("dropped/stop", 1);
  await inngest.send({ name: "dropped/stop", data: {} });
  const run = await waitForRun("dropped-slow");
  isAllowed = true;
  await Promise.all(engines.map((engine) => engine.stop()));
  assert.equal(run.status, "cancelled");
  assert.deepEqual(await queryTestDatabase("SELECT step_id FROM engine_steps WHERE run_id = $1", [run.id]), []);
});
