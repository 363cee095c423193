import { bundled } from "./build/bundle.mjs";
import { prepare } from "./prepare.mjs";
import { runScript } from "./run.mjs";
import { refuseIfRunning } from "./running.mjs";
import { exitOf, onSignals, spawnApp } from "./supervise.mjs";

await runScript(async () => {
  await refuseIfRunning();
  await prepare();
  const app = spawnApp(bundled("server/main.ts"), { NODE_ENV: "production" });
  onSignals((signal) => app.kill(signal));
  return await exitOf(app);
});
