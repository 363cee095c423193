/**
 * npm run test:fuzz [-- --requests=200000 --seed=N] [part of a path …]
 *
 * The fuzz tests of `npm test` with more requests and a random seed, which is printed and repeats the run.
 */
import { randomInt } from "node:crypto";
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { runScript, Stop, say } from "./run.mjs";
import { findTests, runServerTests } from "./tests/server-tests.mjs";
import { sumUp } from "./tests/summary.mjs";

const TIMEOUT_MS = 3_600_000;

await runScript(async () => {
  const { requests, seed, filters } = readArguments(process.argv.slice(2));
  await prepare({ isBuilt: false });
  Object.assign(process.env, { FUZZ_REQUESTS: String(requests), FUZZ_SEED: String(seed) });
  const files = findTests(["server"], "fuzz.test.ts", filters);
  if (files.length === 0) throw new Stop("No fuzz test matches.");
  say(`${requests} requests. The same again: npm run test:fuzz -- --requests=${requests} --seed=${seed}`);
  return sumUp([await runServerTests(files, { timeoutMs: TIMEOUT_MS })]) ? 0 : 1;
});

function readArguments(args) {
  const flags = args.filter((argument) => argument.startsWith("-"));
  const given = new Map(flags.map((flag) => /^--(requests|seed)=(\d{1,9})$/.exec(flag)?.slice(1) ?? [flag, null]));
  if ([...given.values()].includes(null)) throw new Stop(`npm run test:fuzz knows --requests=N and --seed=N.`);
  const { requests = 200_000, seed = randomInt(2 ** 29) } = Object.fromEntries(given);
  return { requests, seed, filters: args.filter((argument) => !argument.startsWith("-")) };
}
