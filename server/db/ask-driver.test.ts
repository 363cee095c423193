import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { NODE_FLAGS } from "@/server/scripts/node-flags.mjs";
import { compiledProgram } from "@/server/testing/compiled-program";
import { withTestDatabase } from "@/server/testing/database";
import { getPool } from "./pool";
import { query } from "./query";
import { sql } from "./sql";

withTestDatabase();

/** Bytes by which the old generation may grow while 10 MB are sent and received. */
const MOST_GROWN = 3_000_000;

test("a statement's values and rows don't grow old with what the driver leaves behind", async () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  // Runs in a process of its own: what other tests leave behind changes which objects V8 promotes.
  const program = compiledProgram("server/testing/clients/old-memory.ts");
  const flags = [...NODE_FLAGS, "--expose-gc", "--initial-old-space-size=1000", "--no-incremental-marking"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program], { env });
  assert.match(stdout, /^-?\d+$/);
  assert.ok(Number(stdout) < MOST_GROWN, `of 10 MB, ${stdout} bytes grew old`);
});

test("an error names the asker, not the socket that answered", async () => {
  const { stack = "" } = await query(getPool(), sql`SELECT 1 / 0`).then(
    () => assert.fail("it was not refused"),
    (error: Error) => error,
  );
  assert.match(stack, /ask-driver\.test/);
  assert.doesNotMatch(stack, /onStreamRead/);
});
