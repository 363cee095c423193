/** npm start: does what is due of `npm ci`, `npm run build`, `npm run migrate`, and `npm run serve`. */
import { join } from "node:path";
import { BUILD, currentBuild } from "./build/builds.mjs";
import { bundled } from "./build/bundle.mjs";
import { NODE_FLAGS } from "./node-flags.mjs";
import { migrateGiven } from "./program.mjs";
import { ROOT, runNode, runScript } from "./run.mjs";
import { refuseIfRunning } from "./running.mjs";
import { exitOf, onSignals, spawnApp } from "./supervise.mjs";

/** A separate process, so that the compilers' memory is freed. */
const PREPARE = join(ROOT, "server/scripts/prepare-start.mjs");

await runScript(async () => {
  await refuseIfRunning();
  const { code } = await runNode([PREPARE], { isShown: true });
  if (code !== 0) return code;
  if (!(await migrateGiven(bundled("server/programs/migrate-database.ts")))) return 1;
  const build = currentBuild();
  const app = spawnApp([...NODE_FLAGS, ...bundled("server/main.ts", build)], {
    NODE_ENV: "production",
    [BUILD]: build,
  });
  onSignals((signal) => app.kill(signal));
  return await exitOf(app);
});
