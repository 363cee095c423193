import assert from "node:assert/strict";
import { test } from "node:test";
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
  const grown: number[] = [];
  // What other files in this process leave grows in one round or another; what a statement leaves grows in each.
  for (let round = 0; round < 4; round += 1) {
    const before = bytesOfOld();
    await ask(100);
    grown.push(bytesOfOld() - before);
  }
  assert.ok(Math.min(...grown) < 3_000_000, `of 10 MB, ${grown} bytes grew old`);
});

test("an error says who asked, not which socket answered", async () => {
  const { stack = "" } = await query(getPool(), sql`SELECT 1 / 0`).then(
    () => assert.fail("it was not refused"),
    (error: Error) => error,
  );
  assert.match(stack, /ask-driver\.test/);
  assert.doesNotMatch(stack, /onStreamRead/);
});
