/** npm run migrate: migrates the database of DATABASE_URL to this version. Installs and builds nothing. */
import { BUILD, currentBuild } from "./build/builds.mjs";
import { bundled } from "./build/bundle.mjs";
import { runNode, runScript } from "./run.mjs";

await runScript(async () => {
  const env = { [BUILD]: currentBuild() ?? "" };
  const { code } = await runNode(bundled("server/programs/migrate-database.ts"), { env, isShown: true });
  return code;
});
