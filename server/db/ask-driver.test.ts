import assert from "node:assert/strict";
import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { withTestDatabase } from "@/server/testing/database";
import { getPool } from "./pool";
import { query } from "./query";
import { sql } from "./sql";

withTestDatabase();

setFlagsFromString("--expose-gc");
const collect: (options: { readonly type: "minor" }) => void = runInNewContext("gc");

/** Bytes of what V8 takes for old: it goes only when all of the memory is collected. */
function bytesOfOld(): number {
  const sizes = getHeapSpaceStatistics().map((space) => (space.space_name === "old_space" ? space.space_used_size : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes that may grow old in a round, in which 10 MB are sent and brought. */
const MOST_GROWN = 3_000_000;
const ROUNDS = 40;

test("what a statement sent and what it brought don't grow old with what the driver leaves behind", async () => {
  const askOnce = async (at: number) => {
    await query(getPool(), sql`SELECT ${`${at} ${"sent ".repeat(10_000)}`}::text AS brought`);
  };
  const ask = async (times: number) => {
    for (let at = 0; at < times; at += 1) {
      await askOnce(at);
      collect({ type: "minor" });
      collect({ type: "minor" });
    }
  };
  await ask(10);
  const collections = new PerformanceObserver((list) => {
    const isMinor = ({ detail }: PerformanceEntry & { readonly detail?: unknown }) =>
      (detail as { readonly kind: number }).kind === constants.NODE_PERFORMANCE_GC_MINOR;
    if (!list.getEntries().every(isMinor)) isCollected = true;
  });
  collections.observe({ entryTypes: ["gc"] });
  let isCollected = false;
  const grown: number[] = [];
  // Another file in this process may make objects at the same time, which the collections here take for old ones. What a
  // statement leaves grows in each round, so one quiet round is enough; one in which all memory was collected says nothing.
  for (let round = 0; round < ROUNDS && !grown.some((bytes) => bytes < MOST_GROWN); round += 1) {
    isCollected = false;
    const before = bytesOfOld();
    await ask(100);
    const bytes = bytesOfOld() - before;
    await setTimeout(5);
    if (!isCollected) grown.push(bytes);
  }
  collections.disconnect();
  assert.ok(Math.min(...grown) < MOST_GROWN, `of 10 MB, ${grown} bytes grew old`);
});

test("an error says who asked, not which socket answered", async () => {
  const { stack = "" } = await query(getPool(), sql`SELECT 1 / 0`).then(
    () => assert.fail("it was not refused"),
    (error: Error) => error,
  );
  assert.match(stack, /ask-driver\.test/);
  assert.doesNotMatch(stack, /onStreamRead/);
});
