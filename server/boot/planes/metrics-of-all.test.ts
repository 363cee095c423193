import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { compiledProgram } from "@/server/testing/compiled-program";
import { withTestDatabase } from "@/server/testing/database";

withTestDatabase();

test("of several processes at one port, whichever is asked says what all counted, and which one is silent", async () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const program = compiledProgram("server/testing/clients/metrics-workers.ts");
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [both = "", one = ""]: string[] = JSON.parse(await text(child.stdout));
  for (const page of [both, one]) {
    assert.match(page, /^closed_loop_requests_total\{operation="counted",status="200",error=""\} 5$/m);
    assert.match(page, /^closed_loop_vitals_up 1$/m);
    assert.match(page, /^closed_loop_plane_processes_silent\{plane="payments"\} 0$/m);
  }
  assert.match(both, /^closed_loop_plane_processes_silent\{plane="work"\} 0$/m);
  assert.match(one, /^closed_loop_plane_processes_silent\{plane="work"\} 1$/m);
});
