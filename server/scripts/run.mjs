/** Helpers for all scripts. Uses only Node's built-ins, since they run before anything is installed. */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export class Stop extends Error {}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

const STILL_BUSY_MS = 15_000;

export async function announced(text, work) {
  say(text);
  const started = Date.now();
  const busy = setInterval(() => say(`  … ${Math.round((Date.now() - started) / 1_000)} s`), STILL_BUSY_MS);
  try {
    return await work();
  } finally {
    clearInterval(busy);
  }
}

/** Environment for child processes: this Node first in PATH, and telemetry disabled. */
export function childEnvironment(extra = {}) {
  return {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? "/usr/bin:/bin"}`,
    NEXT_TELEMETRY_DISABLED: "1",
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    ...extra,
  };
}

export function typeScript(file, ...args) {
  return ["--import", "tsx", join(ROOT, file), ...args];
}

/** Script of an installed package's command. Avoids npx, which might use the network. */
export function installed(path) {
  return join(ROOT, "node_modules", path);
}

/**
 * Runs Node and resolves with its exit code and, unless shown, its output. Signals are forwarded; the script ends after the
 * child does.
 */
export function runNode(args, { env = {}, isShown = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = isShown ? "inherit" : ["ignore", "pipe", "pipe"];
    const child = spawn(process.execPath, args, { cwd: ROOT, env: childEnvironment(env), stdio });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => chunks.push(chunk));
    let interruption;
    const forward = (signal) => {
      interruption = new Stop("Interrupted.");
      child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM"];
    for (const signal of signals) process.on(signal, forward);
    child.once("error", reject);
    child.once("close", (code) => {
      for (const signal of signals) process.off(signal, forward);
      if (interruption) reject(interruption);
      else resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? process.exitCode ?? 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Stop ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
