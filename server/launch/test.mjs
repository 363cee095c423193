/**
 * npm test [-- --only=static|server|e2e] [part of a path …]
 *
 * Static checks, server tests, end-to-end tests. Ends with one line that counts the tests of both runners.
 */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { runScript, Stop, say } from "./run.mjs";
import { runEndToEndTests } from "./test-e2e.mjs";
import { findTests, runServerTests } from "./test-server.mjs";
import { runStaticChecks } from "./test-static.mjs";

const parts = ["static", "server", "e2e"];

await runScript(async () => {
  const { only, filters } = readArguments(process.argv.slice(2));
  const runs = (part) => (only ? only === part : part !== "static" || filters.length === 0);
  await prepare({ isBuilt: runs("static") || runs("e2e") });
  const failedChecks = runs("static") ? await runStaticChecks() : [];
  const serverFiles = runs("server") ? findTests(["server", "prisma", "components"], ".test.ts", filters) : [];
  const e2eFiles = runs("e2e") ? findTests(["e2e"], ".spec.ts", filters) : [];
  const results = [];
  if (serverFiles.length > 0) results.push(await runServerTests(serverFiles));
  if (e2eFiles.length > 0) results.push(await runEndToEndTests(e2eFiles));
  if (failedChecks.length > 0) say(`Failed: ${failedChecks.join(", ")}`);
  if (only === "static") return failedChecks.length > 0 ? 1 : 0;
  const total = (word) => results.reduce((sum, counts) => sum + counts[word], 0);
  const skipped = total("skipped");
  say(`${total("passed")} passed, ${total("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  const isGreen = total("passed") > 0 && results.every(({ code, failed }) => code === 0 && failed === 0);
  return isGreen && failedChecks.length === 0 ? 0 : 1;
});

function readArguments(args) {
  const flags = args.filter((argument) => argument.startsWith("-"));
  const only = flags.map((flag) => /^--only=(.+)$/.exec(flag)?.[1]).at(-1);
  if (flags.length > 1 || (flags.length === 1 && !parts.includes(only))) {
    throw new Stop(`npm test knows --only=${parts.join("|")} and parts of paths, not ${flags.join(" ")}.`);
  }
  return { only, filters: args.filter((argument) => !argument.startsWith("-")) };
}
