/**
 * npm test [-- --only=static|server|e2e] [--all] [--changed[=REF]] [--times] [part of a path …]
 *
 * Static checks, server tests, and the journeys of end-to-end tests; with --all, --changed, or a path, all of them. Ends with
 * timings and one line that counts the tests of both runners.
 */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { runScript, Stop } from "./run.mjs";
import { changedTests } from "./tests/changed-tests.mjs";
import { findChromium } from "./tests/chromium.mjs";
import { runEndToEndTests } from "./tests/e2e-tests.mjs";
import { findTests, runServerTests } from "./tests/server-tests.mjs";
import { onSlowMachine } from "./tests/slow-machine.mjs";
import { runStaticChecks } from "./tests/static-checks.mjs";
import { sumUp } from "./tests/summary.mjs";
import { TestTimes } from "./tests/times.mjs";

const parts = ["static", "server", "e2e"];

await runScript(() => onSlowMachine(run));

async function run() {
  const { only, since, isAll, showsAllTimes, filters } = readArguments(process.argv.slice(2));
  const runs = (part) => (only ? only === part : part !== "static" || filters.length === 0);
  const times = new TestTimes();
  await times.measure("packages and the database client", () => prepare({ isBuilt: false }));
  const found = {
    serverFiles: runs("server")
      ? findTests(["server", "prisma", "components", "bench", "sdk", "examples"], ".test.ts", filters)
      : [],
    e2eFiles: runs("e2e") ? findTests(["e2e"], ".spec.ts", filters) : [],
  };
  const { serverFiles, e2eFiles } = since === undefined ? found : await changedTests(found, since);
  const results = [];
  let failedChecks = [];
  let chromium;
  await together(
    async () => {
      if (serverFiles.length === 0) return;
      results.push(await times.measure("server tests", () => runServerTests(serverFiles)));
    },
    async () => {
      if (e2eFiles.length > 0) {
        await times.measure("building the app", () => prepare());
        chromium = await times.measure("finding a browser", findChromium);
      }
      if (!runs("static")) return;
      const atOnce = serverFiles.length === 0 ? 2 : 1;
      failedChecks = await times.measure("static checks", () => runStaticChecks({ atOnce }));
    },
  );
  // After the server tests, because together they overload two cores, and tests with time limits fail.
  if (e2eFiles.length > 0) {
    const tag = isAll || since !== undefined || filters.length > 0 ? null : "@journey";
    results.push(await times.measure("end-to-end tests", () => runEndToEndTests(e2eFiles, { chromium, tag })));
  }
  times.report(
    results.flatMap(({ files }) => files),
    { isWhole: showsAllTimes },
  );
  const isWell = sumUp(results, failedChecks);
  return isWell && (since !== undefined || only === "static" || results.length > 0) ? 0 : 1;
}

/** Waits for all, so that an error is printed last. */
async function together(...lanes) {
  const outcomes = await Promise.allSettled(lanes.map((lane) => lane()));
  for (const { status, reason } of outcomes) if (status === "rejected") throw reason;
}

function readArguments(args) {
  const filters = args.filter((argument) => !argument.startsWith("-"));
  const flags = new Set(args.filter((argument) => argument.startsWith("-")));
  const only = parts.find((part) => flags.delete(`--only=${part}`));
  const [isAll, showsAllTimes] = [flags.delete("--all"), flags.delete("--times")];
  const [since, ...others] = [...flags].map((flag) => /^--changed(?:=(?=.)|$)(.*)$/.exec(flag)?.[1] ?? null);
  if (since === null || others.length > 0) {
    const words = `--only=${parts.join("|")}, --all, --changed, --changed=REF, --times and parts of paths`;
    throw new Stop(`npm test knows ${words}, not ${[...flags].join(" ")}.`);
  }
  return { only, since, isAll, showsAllTimes, filters };
}
