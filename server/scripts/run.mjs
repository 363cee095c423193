/** Small pieces that every script needs. Node built-ins alone: these run before anything is installed. */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A reason to stop that the person at the keyboard can act on: one sentence, no stack. */
export class Stop extends Error {}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

const STILL_BUSY_MS = 15_000;

/** Says what goes on, and every 15 seconds that it still does. */
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

/** What every program we start gets: this very Node first in PATH, and nothing that reports home. */
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

/** The arguments that run one of our TypeScript files, for the Node that runs us. */
export function typeScript(file, ...args) {
  return ["--import", "tsx", join(ROOT, file), ...args];
}

/** The script behind a command of an installed package, without npx, which might go looking on the network. */
export function installed(path) {
  return join(ROOT, "node_modules", path);
}

/**
 * Runs Node to its end. Resolves with the exit code and, unless output is shown, with what it printed. A signal is
 * passed on, waited for, and then ends the script.
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

/** The end of every script. */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? process.exitCode ?? 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Stop ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
