/**
 * npm run operator:create: a login for someone who runs the network. npm run operator:reset: a way back in for
 * who lost theirs. On the database that DATABASE_URL or .data/ is.
 */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { onDatabase } from "./program.mjs";
import { runNode, runScript, Stop } from "./run.mjs";

const PROGRAMS = { create: "server/create-operator.ts", reset: "server/reset-second-factor.ts" };

await runScript(async () => {
  const [what = "", ...rest] = process.argv.slice(2);
  const file = PROGRAMS[what];
  if (!file) throw new Stop("Run npm run operator:create or npm run operator:reset.");
  await prepare({ isBuilt: false });
  const { code } = await runNode(onDatabase(file, ...rest), { isShown: true });
  return code;
});
