import { spawn } from "node:child_process";
import process from "node:process";
import { childEnvironment, ROOT, say } from "./run.mjs";

/** One Ctrl-C reaches us once from the terminal and once more from npm. */
const SAME_KEYPRESS_MS = 500;

/** Starts the app, by the arguments of Node that run it, in a session of its own: only what we pass on reaches it. */
export function spawnApp(program, env) {
  return spawn(process.execPath, program, {
    cwd: ROOT,
    env: childEnvironment(env),
    // The channel carries nothing; its end tells the app that we are gone.
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  });
}

/** Calls back for each signal that a person meant. */
export function onSignals(handle) {
  let last = 0;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      if (Date.now() - last < SAME_KEYPRESS_MS) return;
      last = Date.now();
      handle(signal);
    });
  }
}

export function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (signal) say(`The app was ended by ${signal}. Start again: what was answered is kept.`);
      resolve(code ?? 1);
    });
  });
}
