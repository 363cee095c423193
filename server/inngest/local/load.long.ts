import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestInngest, listRunsOf, startTestEngine } from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

test("at 50 events a second, a function is called soon after its event", async (t) => {
  const inngest = createTestInngest("latency");
  const waits: number[] = [];
  const fn = inngest.createFunction({ id: "fn", triggers: [{ event: "latency/go" }] }, async ({ event }) => {
    if (event.data.isCounted) waits.push(performance.now() - Number(event.data.sentAt));
  });
  await startTestEngine(t, inngest, [fn]);
  const send = (isCounted: boolean) =>
    inngest.send({ name: "latency/go", data: { sentAt: performance.now(), isCounted } });
  await send(false);
  await waitUntil("the first run", async () => (await listRunsOf("latency-fn")).length === 1);
  const sending: Promise<unknown>[] = [];
  for (let i = 0; i < 500; i += 1) {
    sending.push(send(true));
    await sleep(20);
  }
  await Promise.all(sending);
  await waitUntil("all calls", () => waits.length === 500);
  waits.sort((a, b) => a - b);
  t.diagnostic(`event to first call: median ${at(waits, 0.5).toFixed(1)} ms, p99 ${at(waits, 0.99).toFixed(1)} ms`);
  assert.ok(at(waits, 0.5) < 100, `${at(waits, 0.5)} ms`);
});

test("a thousand runs of two steps end", async (t) => {
  const inngest = createTestInngest("throughput");
  const fn = inngest.createFunction({ id: "fn", triggers: [{ event: "throughput/go" }] }, async ({ step }) => {
    await step.run("one", () => 1);
    await step.run("two", () => 2);
  });
  await startTestEngine(t, inngest, [fn]);
  const begun = performance.now();
  await inngest.send(Array.from({ length: 1_000 }, () => ({ name: "throughput/go", data: {} })));
  await waitUntil(
    "all runs",
    async () => {
      const [row] = await queryTestDatabase<{ left: boolean }>(
        "SELECT count(*) < 1000 AS left FROM engine_runs WHERE function_id = 'throughput-fn' AND status = 'completed'",
      );
      await sleep(100);
      return row?.left === false;
    },
    120_000,
  );
  const seconds = (performance.now() - begun) / 1_000;
  t.diagnostic(`${(1_000 / seconds).toFixed(0)} runs, ${(3_000 / seconds).toFixed(0)} calls a second`);
});
