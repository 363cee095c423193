import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "@/server/db/pool";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestInngest, listRunsOf, startTestEngine, waitForRun } from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

test("engines on one database share the work: each step runs once", async (t) => {
  const inngest = createTestInngest("share");
  const ran = new Map<string, number>();
  const count = (name: string) => ran.set(name, (ran.get(name) ?? 0) + 1) && name;
  const fn = inngest.createFunction({ id: "fn", triggers: [{ event: "share/go" }] }, async ({ event, step }) => {
    const n = String(event.data.n);
    await step.run("a", () => count(`${n} a`));
    await step.run("b", () => count(`${n} b`));
    await step.run("c", () => count(`${n} c`));
  });
  await startTestEngine(t, inngest, [fn], { engines: 3 });
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  await inngest.send(numbers.map((n) => ({ name: "share/go", data: { n } })));
  await waitUntil(
    "all runs",
    async () => (await listRunsOf("share-fn")).filter(({ status }) => status === "completed").length === 60,
    120_000,
  );
  assert.equal(ran.size, 180);
  assert.deepEqual(new Set(ran.values()), new Set([1]));
});

test("an expired claim is taken over as one more attempt, and the first one's answer is dropped", async (t) => {
  const inngest = createTestInngest("fence");
  const attempts: number[] = [];
  let isReleased = false;
  const fn = inngest.createFunction(
    { id: "fn", triggers: [{ event: "fence/go" }], retries: 1 },
    async ({ step, attempt }) => {
      return await step.run("slow", async () => {
        attempts.push(attempt);
        if (attempts.length === 1) await waitUntil("release", () => isReleased);
        return `by attempt ${attempt}`;
      });
    },
  );
  const { engines } = await startTestEngine(t, inngest, [fn], { engines: 2 });
  await inngest.send({ name: "fence/go", data: {} });
  await waitUntil("the first attempt", () => attempts.length === 1);
  await queryTestDatabase(
    "UPDATE engine_runs SET leased_until = now() - interval '1 second' WHERE function_id = 'fence-fn'",
  );
  const run = await waitForRun("fence-fn");
  isReleased = true;
  await Promise.all(engines.map((engine) => engine.stop()));
  assert.deepEqual([run.status, run.output, attempts], ["completed", "by attempt 1", [0, 1]]);
  assert.deepEqual((await listRunsOf("fence-fn"))[0]?.output, "by attempt 1");
});

test("a step losing its process every time fails once its attempts are spent", async (t) => {
  const inngest = createTestInngest("spent");
  let calls = 0;
  const stuck: (() => void)[] = [];
  t.after(() => {
    for (const release of stuck) release();
  });
  const fn = inngest.createFunction({ id: "fn", triggers: [{ event: "spent/go" }], retries: 0 }, async ({ step }) => {
    calls += 1;
    await step.run("deadly", () => new Promise<void>((resolve) => stuck.push(resolve)));
  });
  await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "spent/go", data: {} });
  await waitUntil("the call", () => stuck.length === 1);
  await queryTestDatabase(
    "UPDATE engine_runs SET leased_until = now() - interval '1 second' WHERE function_id = 'spent-fn'",
  );
  const run = await waitForRun("spent-fn");
  assert.deepEqual([run.status, calls], ["failed", 1]);
  assert.match((run.output as { message: string }).message, /the process ended while this ran/);
});

test("a stop puts back what is under way without counting it, for the next engine", async (t) => {
  const inngest = createTestInngest("handover");
  const attempts: number[] = [];
  let isReleased = false;
  t.after(() => {
    isReleased = true;
  });
  const fn = inngest.createFunction(
    { id: "fn", triggers: [{ event: "handover/go" }], retries: 0 },
    async ({ step, attempt }) => {
      return await step.run("slow", async () => {
        attempts.push(attempt);
        if (attempts.length === 1) await waitUntil("release", () => isReleased);
        return "done";
      });
    },
  );
  const { engines } = await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "handover/go", data: {} });
  await waitUntil("the first call", () => attempts.length === 1);
  const before = performance.now();
  await Promise.all(engines.map((engine) => engine.stop()));
  assert.ok(performance.now() - before < 10_000);
  await queryTestDatabase("UPDATE engine_runs SET run_at = now() WHERE function_id = 'handover-fn'");
  await startTestEngine(t, inngest, [fn]);
  assert.deepEqual([(await waitForRun("handover-fn")).output, attempts], ["done", [0, 0]]);
});

test("a result unwritten for a while, since the pool is full, is neither lost nor made again", async (t) => {
  const inngest = createTestInngest("full");
  let bodies = 0;
  const fn = inngest.createFunction({ id: "fn", triggers: [{ event: "full/go" }], retries: 0 }, async ({ step }) => {
    return await step.run("grab", async () => {
      bodies += 1;
      const held = await Promise.all(Array.from({ length: getPool().options.max }, () => getPool().connect()));
      // Longer than anyone waits for a connection.
      setTimeout(() => {
        for (const client of held) client.release();
      }, 6_000);
      return bodies;
    });
  });
  await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "full/go", data: {} });
  await waitUntil("the body", () => bodies === 1);
  await sleep(6_000);
  const run = await waitForRun("full-fn", 20_000);
  assert.deepEqual([run.status, run.output, bodies], ["completed", 1, 1]);
});
