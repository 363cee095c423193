/** npm run migrate: brings the database that DATABASE_URL names to this version. Installs and builds nothing. */
import { builtProgram } from "./build/bundle.mjs";
import { runNode, runScript } from "./run.mjs";

await runScript(async () => {
  const { code } = await runNode(builtProgram("server/migrate-database.ts"), { isShown: true });
  return code;
});
