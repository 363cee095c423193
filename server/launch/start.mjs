/** npm start: what `npm ci`, `npm run build`, `npm run migrate`, and `npm run serve` do, as far as it is due. */
import { bundled } from "./build/bundle.mjs";
import { NODE_FLAGS } from "./node-flags.mjs";
import { prepare } from "./prepare.mjs";
import { migrateGiven } from "./program.mjs";
import { runScript } from "./run.mjs";
import { refuseIfRunning } from "./running.mjs";
import { exitOf, onSignals, spawnApp } from "./supervise.mjs";

await runScript(async () => {
  await refuseIfRunning();
  await prepare();
  if (!(await migrateGiven(bundled("server/migrate-database.ts")))) return 1;
  const app = spawnApp([...NODE_FLAGS, ...bundled("server/main.ts")], { NODE_ENV: "production" });
  onSignals((signal) => app.kill(signal));
  return await exitOf(app);
});
