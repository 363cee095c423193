/** npm run statement:check -- FILE: whether a statement that was downloaded proves itself. */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { program } from "./program.mjs";
import { runNode, runScript } from "./run.mjs";

await runScript(async () => {
  await prepare({ isBuilt: false });
  const { code } = await runNode(program("server/check-statement.ts", ...process.argv.slice(2)), { isShown: true });
  return code;
});
