import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { compiledProgram } from "@/server/testing/compiled-program";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestInngest, waitForRun } from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

const PROGRAM = compiledProgram("server/testing/engine/engine-process.ts");

function startProcess(t: TestContext, settings: Readonly<Record<string, string>> = {}): ChildProcess {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...env, ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

test("a run asleep when its process was killed goes on after its wake time, in another process", async (t) => {
  const first = startProcess(t);
  await createTestInngest("killed").send({ name: "killed/nap", data: {} });
  const [timer] = await waitUntil(
    "it to sleep",
    async () => {
      const rows = await queryTestDatabase<{ run_at: Date }>(
        "SELECT run_at FROM engine_runs WHERE sleep_name IS NOT NULL",
      );
      return rows.length === 1 && rows;
    },
    20_000,
  );
  await kill(first);
  await waitUntil("its wake time", () => Date.now() > (timer?.run_at.getTime() ?? 0), 20_000);
  const second = startProcess(t);
  const run = await waitForRun("killed-nap", 20_000);
  assert.deepEqual([run.status, run.output], ["completed", second.pid]);
  const [row] = await queryTestDatabase<{ steps: string }>("SELECT steps FROM engine_runs WHERE id = $1", [run.id]);
  const steps = JSON.parse(row?.steps ?? "") as { name: string; data: unknown }[];
  assert.deepEqual(
    steps.map(({ name, data }) => [name, data]),
    [
      ["before", first.pid],
      ["nap", null],
      ["after", second.pid],
    ],
    "what had run did not run again",
  );
  await kill(second);
});

test("a step of a killed process is run again elsewhere as its next attempt, once the claim has run out", async (t) => {
  const first = startProcess(t, { IS_HANGING: "1" });
  await createTestInngest("killed").send({ name: "killed/work", data: {} });
  await waitUntil(
    "the step to run",
    async () => (await queryTestDatabase("SELECT id FROM engine_runs WHERE lease_token IS NOT NULL")).length === 1,
    20_000,
  );
  await kill(first);
  // Shortens the half-minute lease.
  await queryTestDatabase("UPDATE engine_runs SET leased_until = now() WHERE lease_token IS NOT NULL");
  const second = startProcess(t);
  const run = await waitForRun("killed-work", 20_000);
  assert.deepEqual([run.status, run.output], ["completed", { attempt: 1, pid: second.pid }]);
  await kill(second);
});
