/** npm run db:reset: the next start makes a new embedded database. */
import { prepare } from "./prepare.mjs";
import { program } from "./program.mjs";
import { runNode, runScript } from "./run.mjs";

await runScript(async () => {
  await prepare({ isBuilt: false });
  const { code } = await runNode(program("server/startup/reset-database.ts"), { isShown: true });
  return code;
});
