import assert from "node:assert/strict";
import { test } from "node:test";
import { NonRetriableError, RetryAfterError, StepError } from "inngest";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestInngest, startTestEngine, waitForRun } from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

test("a throwing step is tried again after the time it asks for; its attempts are its own", async (t) => {
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
  const [run] = await waitUntil("the retry", async () => {
    const runs = await queryTestDatabase<{ run_at: Date; left: number }>(
      `SELECT run_at, extract(epoch FROM run_at - now())::float8 AS left FROM engine_runs
       WHERE function_id = 'wait-wait' AND attempt = 1 AND lease_token IS NULL`,
    );
    return runs.length > 0 && runs;
  });
  assert.ok(run);
  const waitMs = run.run_at.getTime() - failedAt;
  assert.ok(waitMs >= 15_000 && run.left <= 45, `${waitMs} ms, of which ${run.left} s are left`);
});

test("a step failed for good can be caught, and the function goes on", async (t) => {
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
  test(`${name} fails the run`, async (t) => {
    const inngest = createTestInngest(id);
    const fn = inngest.createFunction(
      { id: "fails", triggers: [{ event: `${id}/go` }], retries: retries as 0 | 3 },
      async () => {
        throw body();
      },
    );
    await startTestEngine(t, inngest, [fn]);
    await inngest.send({ name: `${id}/go`, data: { n: 1 } });
    const run = await waitForRun(`${id}-fails`);
    assert.equal(run.status, "failed");
    assert.deepEqual((run.output as { message: string }).message, "broken");
  });
}

for (const { what, run } of [
  { what: "step.invoke", run: "invoke" },
  { what: "step.waitForEvent", run: "wait" },
  { what: "step.sleep", run: "sleep" },
  { what: "steps beside each other", run: "parallel" },
  { what: "a result over 4 MB", run: "large" },
]) {
  test(`${what} fails the run by name`, async (t) => {
    const inngest = createTestInngest(`unknown-${run}`);
    const fn = inngest.createFunction({ id: "fn", triggers: [{ event: `unknown/${run}` }] }, async ({ step }) => {
      if (run === "large") await step.run("large", () => "x".repeat(4 * 1024 * 1024));
      if (run === "invoke") await step.invoke("call", { function: other, data: {} });
      if (run === "wait") await step.waitForEvent("w", { event: "x", timeout: "1h", match: "data.n" });
      if (run === "sleep") await step.sleep("nap", "1s");
      await Promise.all([step.run("a", () => 1), step.run("b", () => 2)]);
    });
    const other = inngest.createFunction({ id: "other", triggers: [{ event: "unknown/other" }] }, async () => null);
    await startTestEngine(t, inngest, [fn, other]);
    await inngest.send({ name: `unknown/${run}`, data: {} });
    const ended = await waitForRun(`unknown-${run}-fn`);
    assert.equal(ended.status, "failed");
    assert.match((ended.output as { message: string }).message, /is not implemented here$/);
  });
}
