/**
 * npm run test:mutants [-- part of a path …]
 *
 * Mutates the decision code, one expression at a time, and requires a test to fail each time. What is mutated, which tests
 * judge it, and the threshold are in server/testing/mutants/stryker.config.mjs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import config, { CACHE, REPORT } from "../testing/mutants/stryker.config.mjs";
import { SURVIVORS } from "../testing/mutants/survivors.mjs";
import { prepare } from "./prepare.mjs";
import { ROOT, runNode, runScript, Stop, say } from "./run.mjs";
import { installApart } from "./tests/install-apart.mjs";
import { testEnvironment } from "./tests/server-tests.mjs";
import { compareSurvivors } from "./tests/survivors.mjs";
import { withThrowawayDatabase } from "./throwaway.mjs";

const FOLDER = "server/testing/mutants";

await runScript(async () => {
  const filters = process.argv.slice(2);
  const files = config.mutate.filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)));
  if (files.length === 0) throw new Stop(`None of the files in ${FOLDER}/stryker.config.mjs matches.`);
  await prepare({ isBuilt: false });
  await installApart("Stryker", FOLDER, CACHE);
  const stryker = join(ROOT, CACHE, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const args = [stryker, "run", `${FOLDER}/stryker.config.mjs`, "--mutate", files.join(",")];
  const { code } = await withThrowawayDatabase(({ adminUrl, template }) =>
    runNode(args, {
      env: {
        ...testEnvironment,
        TEST_DATABASE_ADMIN_URL: adminUrl,
        TEST_DATABASE_TEMPLATE: template,
        OUR_PACKAGES: join(ROOT, "node_modules"),
      },
      isShown: true,
    }),
  );
  if (code !== 0) return code;
  const report = JSON.parse(readFileSync(join(ROOT, REPORT), "utf8"));
  const findings = compareSurvivors(report.files, SURVIVORS);
  for (const finding of findings) say(finding);
  return findings.length === 0 ? 0 : 1;
});
