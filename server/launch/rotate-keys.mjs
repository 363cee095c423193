/** npm run keys:reseal and npm run keys:forget -- VERSION: on the running app's database or on the stopped one's. */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { onDatabase } from "./program.mjs";
import { runNode, runScript } from "./run.mjs";

await runScript(async () => {
  await prepare({ isBuilt: false });
  const args = onDatabase("server/rotate-keys.ts", ...process.argv.slice(2));
  const { code } = await runNode(args, { isShown: true });
  return code;
});
