import assert from "node:assert/strict";
import { test } from "node:test";
import { NonRetriableError, RetryAfterError, StepError } from "inngest";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestInngest, listRunsOf, startTestEngine, waitForRun } from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

test("a step that throws is tried again after the time it asks for; its attempts are its own", async (t) => {
  const inngest = createTestInngest("again");
  const times: number[] = [];
  const attempts: number[] = [];
  const fn = inngest.createFunction(
    { id: "again", triggers: [{ event: "again/go" }], retries: 2 },
    async ({ step, attempt }) => {
      const flaky = await step.run("flaky", () => {
        times.push(Date.now());
        attempts.push(attempt);
        if (times.length < 3) throw new RetryAfterError("not yet", "1s");
        return "done";
      });
      return await step.run("next", () => ({ flaky, attempt }));
    },
  );
  await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "again/go", data: {} });
  const run = await waitForRun("again-again");
  assert.deepEqual([run.status, run.output], ["completed", { flaky: "done", attempt: 0 }]);
  assert.deepEqual(attempts, [0, 1, 2]);
  for (const i of [1, 2]) assert.ok((times[i] ?? 0) - (times[i - 1] ?? 0) >= 990, "it waited");
});

test("without a time of its own, a retry waits as the real server's does", async (t) => {
  const inngest = createTestInngest("wait");
  let failedAt = 0;
  const fn = inngest.createFunction({ id: "wait", triggers: [{ event: "wait/go" }] }, async () => {
    failedAt = Date.now();
    throw new Error("outside a step");
  });
  await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "wait/go", data: {} });
  const [job] = await waitUntil("the retry", async () => {
    const jobs = await queryTestDatabase<{ run_at: Date; left: number; state: string }>(
      `SELECT run_at, extract(epoch FROM run_at - now())::float8 AS left, state::text FROM engine_jobs
       WHERE function_id = 'wait-wait' AND attempt = 1`,
    );
    return jobs.length > 0 && jobs;
  });
  assert.equal(job?.state, "ready");
  const waitMs = job.run_at.getTime() - failedAt;
  assert.ok(waitMs >= 15_000 && job.left <= 45, `${waitMs} ms, of which ${job.left} s are left`);
});

test("a step that fails for good can be caught, and the function goes on", async (t) => {
  const inngest = createTestInngest("caught");
  let tries = 0;
  const fn = inngest.createFunction({ id: "caught", triggers: [{ event: "caught/go" }] }, async ({ step }) => {
    try {
      await step.run("hopeless", () => {
        tries += 1;
        throw new NonRetriableError("never");
      });
      return "not reached";
    } catch (error) {
      const message = error instanceof StepError ? error.message : "another error";
      return await step.run("instead", () => message);
    }
  });
  await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "caught/go", data: {} });
  const run = await waitForRun("caught-caught");
  assert.deepEqual([run.status, run.output, tries], ["completed", "never", 1]);
});

for (const { name, id, body, retries } of [
  { name: "a final error outside a step", id: "final", retries: 3, body: () => new NonRetriableError("broken") },
  { name: "the last attempt", id: "last", retries: 0, body: () => new Error("broken") },
]) {
  test(`${name} fails the run, and its failure handler hears of it once`, async (t) => {
    const inngest = createTestInngest(id);
    const heard: unknown[] = [];
    const fn = inngest.createFunction(
      {
        id: "fails",
        triggers: [{ event: `${id}/go` }],
        retries: retries as 0 | 3,
        onFailure: async ({ event, error, step }) => {
          await step.run("hear", () => heard.push([error.message, event.data.run_id, event.data.event.data]));
        },
      },
      async () => {
        throw body();
      },
    );
    const other = inngest.createFunction(
      { id: "other", triggers: [{ event: "nobody/sends" }], onFailure: async () => void heard.push("not mine") },
      async () => null,
    );
    await startTestEngine(t, inngest, [fn, other]);
    await inngest.send({ name: `${id}/go`, data: { n: 1 } });
    const run = await waitForRun(`${id}-fails`);
    assert.equal(run.status, "failed");
    assert.deepEqual((run.output as { message: string }).message, "broken");
    assert.equal((await waitForRun(`${id}-fails-failure`)).status, "completed");
    assert.deepEqual(heard, [["broken", run.id, { n: 1 }]]);
    assert.equal((await listRunsOf(`${id}-fails-failure`)).length, 1);
  });
}

test("a parallel step that fails leaves its sibling's result alone", async (t) => {
  const inngest = createTestInngest("sibling");
  const fn = inngest.createFunction(
    { id: "pair", triggers: [{ event: "sibling/go" }], retries: 0 },
    async ({ step }) => {
      const settled = await Promise.allSettled([
        step.run("bad", () => {
          throw new Error("bad");
        }),
        step.run("good", () => "good"),
      ]);
      return settled.map(({ status }) => status);
    },
  );
  await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "sibling/go", data: {} });
  assert.deepEqual((await waitForRun("sibling-pair")).output, ["rejected", "fulfilled"]);
});

for (const { what, run } of [
  { what: "step.invoke", run: "invoke" },
  { what: 'group.parallel({ mode: "race" })', run: "race" },
  { what: "async.data.n > 3", run: "expression" },
  { what: "a result over 4 MB", run: "large" },
]) {
  test(`${what} fails the run by name`, async (t) => {
    const inngest = createTestInngest(`unknown-${run}`);
    const fn = inngest.createFunction(
      { id: "fn", triggers: [{ event: `unknown/${run}` }] },
      async ({ step, group }) => {
        if (run === "large") await step.run("large", () => "x".repeat(4 * 1024 * 1024));
        if (run === "invoke") await step.invoke("call", { function: other, data: {} });
        if (run === "expression") await step.waitForEvent("w", { event: "x", timeout: "1h", if: "async.data.n > 3" });
        await group.parallel({ mode: "race" }, () => Promise.race([step.run("a", () => 1), step.run("b", () => 2)]));
      },
    );
    const other = inngest.createFunction({ id: "other", triggers: [{ event: "unknown/other" }] }, async () => null);
    await startTestEngine(t, inngest, [fn, other]);
    await inngest.send({ name: `unknown/${run}`, data: {} });
    const ended = await waitForRun(`unknown-${run}-fn`);
    assert.equal(ended.status, "failed");
    assert.match((ended.output as { message: string }).message, /is not implemented here|are\)|over 4 MB/);
    assert.deepEqual(await queryTestDatabase("SELECT id FROM engine_jobs WHERE run_id = $1", [ended.id]), []);
  });
}
