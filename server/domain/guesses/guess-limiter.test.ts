import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { consume } from "@/server/platform/limiters";
import { compiledProgram } from "@/server/testing/compiled-program";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { forgetGuesses, guessLimiter } from ".";

withTestDatabase({ isApp: true });

const WINDOW_SECONDS = 60;
const guess = (name: string) => consume(guessLimiter("of-the-test", 3, WINDOW_SECONDS), name);

/** Guesses in a process of its own, which ends. */
async function guessElsewhere(name: string): Promise<void> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const program = compiledProgram("server/testing/clients/guesser.ts");
  const [code] = await once(spawn(process.execPath, [program, name], { env, stdio: "inherit" }), "exit");
  assert.equal(code, 0);
}

test("guesses of an ended process count in the next one", async () => {
  await guessElsewhere("owner@portal.test");
  await guessElsewhere("owner@portal.test");
  const third = await guess("owner@portal.test");
  assert.deepEqual([third.consumedPoints, third.isOver], [3, false]);
  const fourth = await guess("owner@portal.test");
  assert.ok(fourth.isOver && fourth.msBeforeNext > 0);
  await guessLimiter("of-the-test", 3, WINDOW_SECONDS).delete("owner@portal.test");
  assert.equal((await guess("owner@portal.test")).consumedPoints, 1);
});

test("parallel guesses are each counted", async () => {
  const counted = await Promise.all(Array.from({ length: 8 }, () => guess("many@portal.test")));
  assert.equal(counted.filter(({ isOver }) => !isOver).length, 3);
});

test("a count names nobody, and goes when its window is over", async () => {
  await guess("someone@portal.test");
  const rows = await queryTestDatabase<{ key: string }>("SELECT key FROM guess_counts");
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes("portal.test"));
  assert.equal(await forgetGuesses(new Date()), 0);
  assert.equal(await forgetGuesses(new Date(Date.now() + WINDOW_SECONDS * 1_000 + 1)), rows.length);
  assert.equal((await guess("someone@portal.test")).consumedPoints, 1);
});
