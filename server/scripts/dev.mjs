/** `npm start` with hot reload: Next reloads pages itself; changes to other files restart the app. */
import { watch } from "node:fs";
import { join } from "node:path";
import { BUILD } from "./build/builds.mjs";
import { prepare } from "./prepare.mjs";
import { migrateGiven } from "./program.mjs";
import { ROOT, runScript, say, typeScript } from "./run.mjs";
import { refuseIfRunning } from "./running.mjs";
import { exitOf, onSignals, spawnApp } from "./supervise.mjs";

const QUIET_MS = 300;
const isSource = (name) => /\.(ts|prisma|sql)$/.test(name) && !/\.(test|long)\.ts$|^generated\//.test(name);

await runScript(async () => {
  await refuseIfRunning();
  let isStopping = false;
  let wakeWatcher = () => undefined;
  let app;
  onSignals((signal) => {
    isStopping = true;
    app?.kill(signal);
    wakeWatcher();
  });
  let timer;
  const restart = (_, name) => {
    if (isStopping || !name || !isSource(String(name))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      say(`${name} changed; starting again.`);
      app?.kill("SIGTERM");
      wakeWatcher();
    }, QUIET_MS);
  };
  const watchers = ["server", "prisma"].map((folder) => watch(join(ROOT, folder), { recursive: true }, restart));
  let code = 0;
  while (!isStopping) {
    await prepare({ isBuilt: false });
    const changed = new Promise((resolve) => {
      wakeWatcher = resolve;
    });
    const isMigrated = await migrateGiven(typeScript("server/programs/migrate-database.ts"));
    if (isStopping) break;
    code = 1;
    if (isMigrated) {
      app = spawnApp(typeScript("server/main.ts"), { NODE_ENV: "development", [BUILD]: ".next" });
      code = await exitOf(app);
      app = undefined;
    }
    // After a failed start, waits for the next change instead of retrying.
    if (code !== 0 && !isStopping) await changed;
  }
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  return code;
});
