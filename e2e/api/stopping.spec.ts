import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AppProcess, findFreePort, waitUntilReady } from "../fixtures/app-process";
import { withDataFolder } from "../fixtures/data-folder";
import { test as base, expect } from "../fixtures/test";

/** One for all: each start leaves it for the next, and only the first has a database to make. */
const test = base.extend<object, { dataFolder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  dataFolder: [({}, use) => withDataFolder(use), { scope: "worker", timeout: 60_000 }],
});

const WAYS: Readonly<Record<string, { readonly command: string; readonly end: (started: ChildProcess) => void }>> = {
  "SIGTERM to npm": { command: "exec npm start", end: (started) => void started.kill("SIGTERM") },
  "SIGTERM to the shell that runs npm's script": {
    command: "exec sh -c \"$(npm pkg get scripts.start | tr -d '\\042')\"",
    end: (started) => void started.kill("SIGTERM"),
  },
  "SIGTERM to Node": {
    command: "exec node server/launch/start.mjs",
    end: (started) => void started.kill("SIGTERM"),
  },
  "a terminal that is closed": {
    command: "exec npm start",
    end: (started) => {
      started.stdout?.destroy();
      started.stderr?.destroy();
      // To everything that runs in it.
      process.kill(-(started.pid ?? 0), "SIGHUP");
    },
  },
};

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// Else a signal to npm ends npm and its shell, and leaves the app.
test("whatever ends the start ends the app and its database", async ({ dataFolder: folder }) => {
  test.slow();
  for (const [way, { command, end }] of Object.entries(WAYS)) {
    await test.step(way, async () => {
      const port = await findFreePort();
      const started = spawn("sh", ["-c", command], {
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, PORT: String(port), CLOSED_LOOP_DATA_DIR: folder, LOG_LEVEL: "info" },
      });
      for (const output of [started.stdout, started.stderr]) output?.resume();
      await waitUntilReady(`http://127.0.0.1:${port}`);
      const { pid } = JSON.parse(readFileSync(join(folder, "running.json"), "utf8"));
      const database = Number.parseInt(readFileSync(join(folder, "postgres", "data", "postmaster.pid"), "utf8"), 10);
      expect([pid, database].filter(isThere)).toEqual([pid, database]);
      end(started);
      try {
        await expect.poll(() => [pid, database].filter(isThere), { timeout: 30_000 }).toEqual([]);
      } finally {
        if (isThere(pid)) process.kill(pid, "SIGKILL");
      }
    });
  }
});

test("a process that stops says that it is not ready first, and answers on until that was noticed", async ({
  dataFolder: folder,
}) => {
  // Time enough to look, on a slow machine too.
  const app = await AppProcess.start(folder, { DRAIN_DELAY_SECONDS: "10" });
  const statusOf = async (path: string) => (await fetch(`${app.address}${path}`)).status;
  await expect.poll(() => statusOf("/readyz")).toBe(200);
  const ended = app.end("SIGTERM");
  await expect.poll(() => statusOf("/readyz")).toBe(503);
  expect([await statusOf("/livez"), await statusOf("/v1/health")]).toEqual([200, 200]);
  await ended;
});
