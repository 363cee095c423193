import { spawn } from "node:child_process";
import process from "node:process";
import { childEnvironment, ROOT, say } from "./run.mjs";

/** Ctrl-C arrives once from the terminal and once from npm. */
const SAME_KEYPRESS_MS = 500;

/** Starts the app in a session of its own, so that it only gets the signals we forward. */
export function spawnApp(program, env) {
  return spawn(process.execPath, program, {
    cwd: ROOT,
    env: childEnvironment(env),
    // No messages are sent; the channel's end tells the app that this process is gone.
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  });
}

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
