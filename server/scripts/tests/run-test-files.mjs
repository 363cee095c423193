import assert from "node:assert/strict";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { after, mock, suite } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { say } from "../run.mjs";

const SINGLETON = /^closed-loop\./;

const CLOSED_WITHIN_MS = 10_000;

/** File that names the test file being run, since a crashed process loses its report. */
export const noteOf = (program) => `${program}.running`;

/** Where a program writes each file's processor time in milliseconds, a line of JSON each. */
export const billOf = (program) => `${program}.cpu`;

/**
 * Runs test files one after another in one process, each with its own modules, state, and environment. Only packages are
 * shared, because loading them takes long. `files` are names and URLs; times are milliseconds.
 */
export async function runTestFiles(files, timeout, closedWithin = CLOSED_WITHIN_MS) {
  const environment = { ...process.env };
  const note = noteOf(process.argv[1]);
  for (const { name, url } of files) {
    writeFileSync(note, name);
    const before = process.cpuUsage();
    // Doesn't keep the process alive: if nothing else does, Node's runner itself reports the test that never ends.
    const deadline = setTimeout(() => endProcess(`${name} does not end`), timeout).unref();
    await suite(name, async () => {
      const before = stateOfProcess();
      await import(url);
      after(() => expectSameState(before, closedWithin));
    });
    clearTimeout(deadline);
    const { user, system } = process.cpuUsage(before);
    appendFileSync(billOf(process.argv[1]), `${JSON.stringify({ file: name, cpuMs: (user + system) / 1_000 })}\n`);
    mock.reset();
    restoreEnvironment(environment);
    forgetSingletons();
  }
  rmSync(note);
  // Fires only if something keeps the process alive.
  setTimeout(() => endProcess("Something stays open after the last test"), 6 * closedWithin).unref();
}

/** Polls, since hooks may close things without waiting. */
async function expectSameState(before, closedWithin) {
  const deadline = performance.now() + closedWithin;
  while (!isDeepStrictEqual(stateOfProcess(), before) && performance.now() < deadline) await sleep(10);
  assert.deepEqual(stateOfProcess(), before, "a test file leaves the process it shares as it was");
}

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
