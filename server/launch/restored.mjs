/** npm run restore:mark, list, revoke, and release: on the restored database, running or not. */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { onDatabase } from "./program.mjs";
import { runNode, runScript } from "./run.mjs";

await runScript(async () => {
  await prepare({ isBuilt: false });
  const args = onDatabase("server/restored.ts", ...process.argv.slice(2));
  const { code } = await runNode(args, { isShown: true });
  return code;
});
