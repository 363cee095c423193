import { mock, suite } from "node:test";
import { say } from "./run.mjs";

/** What our modules keep once for a process (server/platform/singleton.ts). */
const SINGLETON = /^closed-loop\./;

/**
 * Inside one process of Node's runner: test files one after another, each of which has our modules, their state and the
 * environment to itself, as it would in a process of its own. Packages are loaded once for all of them, which is what
 * takes long. `files`: name and URL.
 */
export async function runTestFiles(files, timeout) {
  const environment = { ...process.env };
  for (const { name, url } of files) {
    const deadline = setTimeout(() => endProcess(`${name} does not end`), timeout);
    // Resolves when the file's last hook has run.
    await suite(name, async () => {
      await import(url);
    });
    clearTimeout(deadline);
    mock.reset();
    restoreEnvironment(environment);
    forgetSingletons();
  }
  // Comes only if something keeps the process alive.
  setTimeout(() => endProcess("Something stays open after the last test"), timeout).unref();
}

function restoreEnvironment(environment) {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

function forgetSingletons() {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (SINGLETON.test(Symbol.keyFor(key) ?? "")) delete globalThis[key];
  }
}

function endProcess(reason) {
  say(`${reason}: ${process.getActiveResourcesInfo().join(", ")}.`);
  process.exit(1);
}
