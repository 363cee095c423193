/**
 * npm test [-- --only=static|server|e2e] [--changed] [--report] [part of a path …]
 *
 * Static checks, server tests, end-to-end tests. Ends with where the time went and one line that counts the tests of both
 * runners.
 */
import process from "node:process";
import { changedTests } from "./changed-tests.mjs";
import { prepare } from "./prepare.mjs";
import { runScript, Stop, say } from "./run.mjs";
import { runEndToEndTests } from "./test-e2e.mjs";
import { findTests, runServerTests } from "./test-server.mjs";
import { runStaticChecks } from "./test-static.mjs";
import { TestTimes } from "./test-times.mjs";

const parts = ["static", "server", "e2e"];

await runScript(async () => {
  const { only, isChanged, isReport, filters } = readArguments(process.argv.slice(2));
  const runs = (part) => (only ? only === part : part !== "static" || filters.length === 0);
  const times = new TestTimes();
  await times.measure("packages and the database client", () => prepare({ isBuilt: false }));
  const found = {
    serverFiles: runs("server") ? findTests(["server", "prisma", "components"], ".test.ts", filters) : [],
    e2eFiles: runs("e2e") ? findTests(["e2e"], ".spec.ts", filters) : [],
  };
  const { serverFiles, e2eFiles } = isChanged ? await changedTests(found) : found;
  const results = [];
  // Beside the server tests, which often wait. One check at a time then: the machine may have two cores.
  const atOnce = serverFiles.length > 0 ? 1 : 2;
  const [failedChecks] = await together(
    async () => {
      if (e2eFiles.length > 0) await times.measure("building the app", () => prepare());
      if (!runs("static")) return [];
      return await times.measure("static checks", () => runStaticChecks({ atOnce }));
    },
    async () => {
      if (serverFiles.length === 0) return;
      results.push(await times.measure("server tests", () => runServerTests(serverFiles)));
    },
  );
  if (e2eFiles.length > 0) results.push(await times.measure("end-to-end tests", () => runEndToEndTests(e2eFiles)));
  times.tell(
    results.flatMap(({ files }) => files),
    { isWhole: isReport },
  );
  if (failedChecks.length > 0) say(`Failed: ${failedChecks.join(", ")}`);
  if (only === "static") return failedChecks.length > 0 ? 1 : 0;
  const total = (word) => results.reduce((sum, counts) => sum + counts[word], 0);
  const skipped = total("skipped");
  say(`${total("passed")} passed, ${total("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  const isGreen = results.every(({ code, passed, failed }) => code === 0 && failed === 0 && passed > 0);
  return isGreen && failedChecks.length === 0 && (isChanged || results.length > 0) ? 0 : 1;
});

/** To the end of all of them, so that the reason why one could not go on is the last that is said. */
async function together(...lanes) {
  const outcomes = await Promise.allSettled(lanes.map((lane) => lane()));
  for (const { status, reason } of outcomes) if (status === "rejected") throw reason;
  return outcomes.map(({ value }) => value);
}

function readArguments(args) {
  const flags = args.filter((argument) => argument.startsWith("-"));
  const only = flags.map((flag) => /^--only=(.+)$/.exec(flag)?.[1]).find(Boolean);
  const known = ["--changed", "--report", ...parts.map((part) => `--only=${part}`)];
  const isClear = new Set(flags).size === flags.length && flags.filter((flag) => flag.startsWith("--only")).length < 2;
  if (!isClear || flags.some((flag) => !known.includes(flag))) {
    throw new Stop(
      `npm test knows --only=${parts.join("|")}, --changed, --report and parts of paths, not ${flags.join(" ")}.`,
    );
  }
  return {
    only,
    isChanged: flags.includes("--changed"),
    isReport: flags.includes("--report"),
    filters: args.filter((argument) => !argument.startsWith("-")),
  };
}
