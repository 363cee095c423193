import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { after, mock, suite } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { say } from "../run.mjs";

/** What our modules keep once for a process (server/platform/singleton.ts). */
const SINGLETON = /^closed-loop\./;

/** How long what is being closed after the last test of a file may take. */
const CLOSED_WITHIN_MS = 10_000;

/** Says which file a program runs at the moment: a process's report may be lost with it. */
export const noteOf = (program) => `${program}.running`;

/**
 * Inside one process of Node's runner: test files one after another, each of which has our modules, their state and the
 * environment to itself, as it would in a process of its own. Packages are loaded once for all of them, which is what
 * takes long. `files`: name and URL. Times in milliseconds.
 */
export async function runTestFiles(files, timeout, closedWithin = CLOSED_WITHIN_MS) {
  const environment = { ...process.env };
  const note = noteOf(process.argv[1]);
  for (const { name, url } of files) {
    writeFileSync(note, name);
    // Without a hold on the process: if nothing else has one, the runner itself says which test waits for ever.
    const deadline = setTimeout(() => endProcess(`${name} does not end`), timeout).unref();
    // Resolves when the file's last hook has run.
    await suite(name, async () => {
      const before = stateOfProcess();
      await import(url);
      after(() => expectSameState(before, closedWithin));
    });
    clearTimeout(deadline);
    mock.reset();
    restoreEnvironment(environment);
    forgetSingletons();
  }
  rmSync(note);
  // Comes only if something keeps the process alive.
  setTimeout(() => endProcess("Something stays open after the last test"), 6 * closedWithin).unref();
}

/** What a hook of the file closes, it need not wait for. */
async function expectSameState(before, closedWithin) {
  const deadline = performance.now() + closedWithin;
  while (!isDeepStrictEqual(stateOfProcess(), before) && performance.now() < deadline) await sleep(10);
  assert.deepEqual(stateOfProcess(), before, "a test file leaves the process it shares as it was");
}

/** What a file could leave to the next one and no one can put back for it. */
function stateOfProcess() {
  const events = process.eventNames().filter((event) => typeof event === "string" && !/exit$/i.test(event));
  return {
    listeners: Object.fromEntries(events.sort().map((event) => [event, process.listenerCount(event)])),
    servers: process.getActiveResourcesInfo().filter((resource) => resource === "TCPServerWrap").length,
    folder: process.cwd(),
    globals: { Date, fetch, setTimeout, setInterval, random: Math.random, now: performance.now },
  };
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
