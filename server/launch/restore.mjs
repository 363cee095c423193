/** npm run restore -- BACKUP: the embedded database as it was when it was backed up, or later. */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { program } from "./program.mjs";
import { runNode, runScript } from "./run.mjs";

await runScript(async () => {
  await prepare({ isBuilt: false });
  const args = program("server/startup/backups/restore.ts", ...process.argv.slice(2));
  const { code } = await runNode(args, { isShown: true });
  return code;
});
