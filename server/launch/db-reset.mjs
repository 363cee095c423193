/** npm run db:reset: the next start makes a new embedded database. */
import { prepare } from "./prepare.mjs";
import { runNode, runScript, typeScript } from "./run.mjs";

await runScript(async () => {
  await prepare({ isBuilt: false });
  const { code } = await runNode(typeScript("server/startup/reset-database.ts"), { isShown: true });
  return code;
});
