/**
 * npm run walk [-- "POST /v1/authorizations"]
 *
 * Lists the files, functions, and lines of ours that one warm request runs through, by V8's coverage and source maps.
 */
import { join } from "node:path";
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { ROOT, runNode, runScript } from "./run.mjs";
import { compile } from "./tests/compile.mjs";
import { testEnvironment } from "./tests/server-tests.mjs";
import { withThrowawayDatabase } from "./throwaway.mjs";

const PROGRAM = "server/testing/clients/walked-request.ts";
const FOLDER = join(ROOT, "node_modules/.cache/closed-loop/walk");

await runScript(async () => {
  await prepare({ isBuilt: false });
  await compile([join(ROOT, PROGRAM)], FOLDER);
  const program = join(FOLDER, PROGRAM.replace(/\.ts$/, ".js"));
  const [operation = "POST /v1/authorizations"] = process.argv.slice(2);
  return await withThrowawayDatabase(async ({ url }) => {
    const env = { ...testEnvironment, DATABASE_URL: url, WALKED_ROOT: ROOT };
    const { code } = await runNode([program, operation], { env, isShown: true });
    return code;
  });
});
