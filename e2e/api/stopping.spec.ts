import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppProcess, findFreePort, waitUntilReady } from "../fixtures/app-process";
import { withDataFolder } from "../fixtures/data-folder";
import { newKey, SANDBOX_HEADERS } from "../fixtures/sandbox";
import { test as base, expect } from "../fixtures/test";

/** Shared by all tests, so that only the first start creates a database. */
const test = base.extend<object, { dataFolder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  dataFolder: [({}, use) => withDataFolder(use), { scope: "worker", timeout: 60_000 }],
});

const WAYS: Readonly<Record<string, { readonly command: string; readonly end: (started: ChildProcess) => void }>> = {
  "SIGTERM to npm": { command: "exec npm start", end: (started) => void started.kill("SIGTERM") },
  "SIGTERM to the shell that runs npm’s script": {
    command: "exec sh -c \"$(npm pkg get scripts.start | tr -d '\\042')\"",
    end: (started) => void started.kill("SIGTERM"),
  },
  "SIGTERM to Node": {
    command: "exec node server/scripts/start.mjs",
    end: (started) => void started.kill("SIGTERM"),
  },
  "a terminal that is closed": {
    command: "exec npm start",
    end: (started) => {
      started.stdout?.destroy();
      started.stderr?.destroy();
      // Signals the whole process group.
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

// Otherwise a signal to npm would end npm and its shell, but not the app.
test("the end of the start, by any signal, ends the app and its database", async ({ dataFolder: folder }) => {
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

test("a stopping process first says that it is not ready, and answers on until that was noticed", async ({
  dataFolder: folder,
}) => {
  // Long enough to observe it on a slow machine.
  const app = await AppProcess.start(folder, { DRAIN_DELAY_SECONDS: "10" });
  const statusOf = async (path: string) => (await fetch(`${app.address}${path}`)).status;
  await expect.poll(() => statusOf("/readyz")).toBe(200);
  const ended = app.end("SIGTERM");
  await expect.poll(() => statusOf("/readyz")).toBe(503);
  expect([await statusOf("/livez"), await statusOf("/v1/health")]).toEqual([200, 200]);
  await ended;
});

function pidsOf(title: string, parent: number): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [pid, ppid, ...args] = line.trim().split(/\s+/);
    return Number(ppid) === parent && args.join(" ").startsWith(title) ? [Number(pid)] : [];
  });
}

test("no till notices the death of pages or background work, and both come back", async ({ dataFolder: folder }) => {
  const app = await AppProcess.start(folder);
  const metrics = async (pattern: RegExp) => (await (await fetch(`${app.address}/metrics`)).text()).match(pattern);
  // Payments are answered before the other planes have started.
  const upNow = () => metrics(/plane_processes\{plane="(pages|work)"\} 1/g);
  await expect.poll(upNow, { timeout: 60_000 }).toHaveLength(2);
  const authorize = () =>
    fetch(`${app.address}/v1/authorizations`, {
      method: "POST",
      headers: { ...SANDBOX_HEADERS, "idempotency-key": newKey() },
      body: '{"panToken":"TESTcardApproved1","amount":1}',
    });
  const answers: Promise<Response>[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    if (turn === 5) for (const pid of pidsOf("closed-loop pages", app.pid)) process.kill(pid, "SIGKILL");
    if (turn === 15) for (const pid of pidsOf("closed-loop work", app.pid)) process.kill(pid, "SIGKILL");
    answers.push(authorize());
    await sleep(100);
  }
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const signIn = async () => (await fetch(`${app.address}/sign-in`)).status;
  await expect.poll(signIn, { timeout: 60_000 }).toBe(200);
  const ends = await metrics(/plane_ends_total\{plane="(pages|work)"\} 1/g);
  expect(ends).toHaveLength(2);
  await app.end("SIGTERM");
});
