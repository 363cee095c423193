/** npm run backup -- FOLDER: a copy of the embedded database, whether or not the app runs. */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { program } from "./program.mjs";
import { runNode, runScript } from "./run.mjs";

await runScript(async () => {
  await prepare({ isBuilt: false });
  const args = program("server/startup/backups/back-up.ts", ...process.argv.slice(2));
  const { code } = await runNode(args, { isShown: true });
  return code;
});
