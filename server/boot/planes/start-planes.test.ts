import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { compiledProgram } from "@/server/testing/compiled-program";
import { withTestDatabase } from "@/server/testing/database";
import { closeServer, listen } from "@/server/testing/listen";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

const pids: number[] = [];
const said: string[] = [];
let start: ChildProcess;
let address = "";

before(async () => {
  const probe = createServer();
  const port = await listen(probe);
  await closeServer(probe);
  address = `http://127.0.0.1:${port}`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  start = spawn(process.execPath, [compiledProgram("server/testing/clients/planes.ts")], {
    env: {
      ...env,
      ROLE: "payments",
      WORKERS: "1",
      PORT: String(port),
      PUBLIC_URL: address,
      LOG_LEVEL: "warn",
      DRAIN_DELAY_SECONDS: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const output of [start.stdout, start.stderr]) {
    if (output)
      createInterface(output).on(
        "line",
        (line) => void (/^\d+$/.test(line) ? pids.push(Number(line)) : said.push(line)),
      );
  }
  await waitUntil("the first process", () => pids.length > 0);
});
after(() => {
  if (start.exitCode !== null) return;
  start.kill("SIGKILL");
  // One that was stopped doesn't notice that its starter is gone.
  const [last] = pids.slice(-1);
  if (last) process.kill(last, "SIGKILL");
});

/** By a connection of its own: a process that is killed takes those along that it has. */
const isAnswered = () =>
  new Promise<boolean>((resolve) => {
    const request = get(`${address}/livez`, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once("error", () => resolve(false));
  });

/** What becomes of requests that begin every few milliseconds until another process serves. */
async function askWhile(end: (pid: number) => void): Promise<readonly boolean[]> {
  const before = pids.length;
  end(pids.at(-1) ?? assert.fail("no process was started"));
  const answers: Promise<boolean>[] = [];
  await waitUntil("another process", async () => {
    answers.push(isAnswered());
    return pids.length > before;
  });
  return await Promise.all(answers);
}

test("connections wait while the process at the port is replaced, and none is refused", async () => {
  const answers = await askWhile((pid) => process.kill(pid, "SIGKILL"));
  assert.ok(answers.length > 10, `${answers.length}`);
  assert.deepEqual([...new Set(answers)], [true]);
});

test("a hanging process is ended and replaced, and its waiting requests are answered", async () => {
  const answers = await askWhile((pid) => process.kill(pid, "SIGSTOP"));
  assert.ok(answers.length > 10, `${answers.length}`);
  assert.deepEqual([...new Set(answers)], [true]);
  assert.ok(said.includes("The payments process hangs and is ended."));
  assert.equal(await isAnswered(), true);
});

test("a stop in order warns of nothing, and the port is free at once", async () => {
  const earlier = said.length;
  start.kill("SIGINT");
  await once(start, "exit");
  assert.deepEqual(said.slice(earlier), ["", "Stopping…"]);
  assert.equal(await isAnswered(), false);
});
