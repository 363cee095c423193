import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const READY_WITHIN_MS = 180_000;
const ENDS_WITHIN_MS = 15_000;
const POLL_MS = 5;

/** Starts one of our programs on the same Node, with an IPC channel that closes when this process ends. */
export function startChild(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  logFile: string,
): ChildProcess {
  const log = openSync(logFile, "a");
  return spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", log, log, "ipc"],
  });
}

/** Not for the app: keeps an idle process from collecting garbage while another one is measured. */
export const IDLES_IN_PEACE = "--no-memory-reducer";

export function typeScript(file: string): readonly string[] {
  return [IDLES_IN_PEACE, "--import", "tsx", join(ROOT, file)];
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const isLate = await Promise.race([ended.then(() => false), sleep(ENDS_WITHIN_MS, true, { ref: false })]);
  if (isLate) child.kill("SIGKILL");
  await ended;
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

/** Milliseconds until the first answer, whatever its status. */
export async function firstAnswer(child: ChildProcess, url: string): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < READY_WITHIN_MS) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode} before it answered at ${url}`);
    const isUp = await fetch(url).then(
      async (response) => (await response.arrayBuffer()).byteLength >= 0,
      () => false,
    );
    if (isUp) return performance.now() - startedAt;
    await sleep(POLL_MS);
  }
  throw new Error(`nothing answers at ${url}`);
}
