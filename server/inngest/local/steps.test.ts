import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestInngest, listRunsOf, startTestEngine, waitForRun } from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";

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
      await step.sleep("nap", "1s");
      const two = await step.run("two", () => {
        ran.push("two");
        return [one.value, null, 1.5e-7];
      });
      return { one, two, runId };
    },
  );
  await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "steps/three", data: { value: 7, z: 1, a: "ü" } });
  const run = await waitForRun("steps-three");
  assert.deepEqual(run.status, "completed");
  assert.deepEqual(run.output, {
    one: { value: 7, text: 'a\u0000b"\ud800' },
    two: [7, null, 1.5e-7],
    runId: run.id,
  });
  assert.deepEqual(ran, ["one", "two"]);
  const steps = await queryTestDatabase("SELECT name, position FROM engine_steps WHERE run_id = $1 ORDER BY position", [
    run.id,
  ]);
  assert.deepEqual(steps, [
    { name: "one", position: 0 },
    { name: "nap", position: 1 },
    { name: "two", position: 2 },
  ]);
  assert.deepEqual(await queryTestDatabase("SELECT id FROM engine_jobs WHERE run_id = $1", [run.id]), []);
});

test("parallel steps run beside each other, and one call finds what comes after all of them", async (t) => {
  const inngest = createTestInngest("parallel");
  let calls = 0;
  let together = 0;
  let most = 0;
  const work = async (value: number) => {
    together += 1;
    most = Math.max(most, together);
    await waitUntil("both to be there", () => most === 2);
    together -= 1;
    return value;
  };
  const fn = inngest.createFunction({ id: "all", triggers: [{ event: "parallel/all" }] }, async ({ step }) => {
    calls += 1;
    const results = await Promise.all([
      step.run("a", () => work(1)),
      step.run("b", () => work(2)),
      step.sleep("c", "1s"),
      step.waitForEvent("d", { event: "parallel/never", timeout: "1s" }),
    ]);
    return await step.run("sum", () => results.slice(0, 2));
  });
  await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "parallel/all", data: {} });
  assert.deepEqual((await waitForRun("parallel-all")).output, [1, 2]);
  assert.equal(most, 2);
  // One that finds the four, one for each of two bodies, one that finds and runs the sum, one that ends.
  assert.equal(calls, 5);
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
    const jobs = await queryTestDatabase<{ run_at: Date }>("SELECT run_at FROM engine_jobs WHERE kind = 'sleep'");
    return jobs.length > 0 && jobs;
  });
  assert.deepEqual(
    asleep.map(({ run_at: at }) => at),
    [late],
  );
});

test("an event sent by a step starts another function, and one in the future waits for its time", async (t) => {
  const inngest = createTestInngest("chain");
  const first = inngest.createFunction({ id: "first", triggers: [{ event: "chain/first" }] }, async ({ step }) => {
    await step.sendEvent("pass-on", { name: "chain/second", data: { from: "first" }, id: "one" });
    const at = await step.run("when", () => Date.now() + 1_200);
    await step.sendEvent("later", { name: "chain/later", data: {}, ts: at });
    return at;
  });
  const second = inngest.createFunction(
    { id: "second", triggers: [{ event: "chain/second" }] },
    async ({ event }) => event.data,
  );
  const later = inngest.createFunction({ id: "later", triggers: [{ event: "chain/later" }] }, async () => Date.now());
  await startTestEngine(t, inngest, [first, second, later]);
  await inngest.send({ name: "chain/first", data: {} });
  assert.deepEqual((await waitForRun("chain-second")).output, { from: "first" });
  const at = Number((await waitForRun("chain-first")).output);
  assert.ok(Number((await waitForRun("chain-later")).output) >= at);
});

test("a trigger's expression decides what starts it", async (t) => {
  const inngest = createTestInngest("expression");
  const triggers = [{ event: "expression/go", if: "event.data.kind == 'wanted' && event.data.count == 2" }];
  const fn = inngest.createFunction({ id: "only", triggers }, async ({ event }) => event.data);
  await startTestEngine(t, inngest, [fn]);
  await inngest.send([
    { name: "expression/go", data: { n: 1, kind: "other", count: 2 } },
    { name: "expression/go", data: { n: 2, kind: "wanted" } },
    { name: "expression/go", data: { n: 3, kind: "wanted", count: 2 } },
  ]);
  assert.deepEqual((await waitForRun("expression-only")).output, { n: 3, kind: "wanted", count: 2 });
  assert.equal((await listRunsOf("expression-only")).length, 1);
});
