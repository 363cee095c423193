import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { compiledProgram } from "@/server/testing/compiled-program";
import { withTestDatabase } from "@/server/testing/database";

withTestDatabase();

/** The output of a process that logs one line and then ends as asked. One that stays is killed once the line has arrived. */
async function logOf(ending: "exit" | "throw" | "stay"): Promise<{ log: string; isKilled: boolean }> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const writer = compiledProgram("server/testing/clients/line-writer.ts");
  const child = spawn(process.execPath, [writer, ending], { env: { ...env, LOG_LEVEL: "info" }, timeout: 20_000 });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk;
    if (ending === "stay") child.kill();
  });
  const [, signal] = await once(child, "close");
  return { log, isKilled: signal !== null };
}

test("a line waiting for others is written when the process ends, however it ends", async () => {
  for (const ending of ["exit", "throw"] as const) {
    const { log, isKilled } = await logOf(ending);
    assert.equal(isKilled, false);
    assert.match(log, /"msg":"the last line"/, ending);
  }
});

test("a line waits for a moment only, whether or not others follow", async () => {
  // If the line weren't flushed, the process would be killed after 20 seconds with nothing written.
  const { log } = await logOf("stay");
  assert.match(log, /"msg":"the last line"/);
});
