/**
 * npm start: does what is due of `npm ci`, `npm run build`, `npm run migrate`, and `npm run serve`. A previous build serves
 * until the new one is ready. SIGUSR2 builds the checkout's current state and switches to it.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { build } from "./build/build.mjs";
import { BUILD, currentBuild, holdBuild } from "./build/builds.mjs";
import { bundled } from "./build/bundle.mjs";
import { NODE_FLAGS } from "./node-flags.mjs";
import { migrateGiven } from "./program.mjs";
import { childEnvironment, installed, ROOT, runNode, runScript, say } from "./run.mjs";
import { refuseIfRunning } from "./running.mjs";
import { exitOf, onSignals, spawnApp } from "./supervise.mjs";

/** A separate process, so that the compilers' memory is freed. */
const PREPARE = join(ROOT, "server/scripts/prepare-start.mjs");
const BESIDE = join(ROOT, "server/scripts/prepare-beside.mjs");

await runScript(async () => {
  await refuseIfRunning();
  const isServedMeanwhile = currentBuild() !== null && existsSync(installed("next/package.json")) && build.isDue();
  if (!isServedMeanwhile) {
    const { code } = await runNode([PREPARE], { isShown: true });
    if (code !== 0) return code;
    if (!(await migrateGiven(bundled("server/programs/migrate-database.ts")))) return 1;
  }
  const first = currentBuild();
  holdBuild(first);
  const app = spawnApp([...NODE_FLAGS, ...bundled("server/main.ts", first)], {
    NODE_ENV: "production",
    [BUILD]: first,
  });
  const update = updater(app, first);
  onSignals((signal) => {
    update.stop();
    app.kill(signal);
  });
  process.on("SIGUSR2", () => void update.run());
  if (isServedMeanwhile) {
    say("Serving the build of before, until the new one stands.");
    void update.run();
  }
  return await exitOf(app);
});

/** Builds next to the running app and tells it to switch, one build at a time. */
function updater(app, first) {
  let served = first;
  let child = null;
  let isAsked = false;
  app.on("message", ({ closedLoop, reason }) => {
    if (closedLoop !== "changed over") return;
    say(
      reason === null
        ? "The new build serves."
        : `The new build does not begin (${reason}): the one of before goes on.`,
    );
    if (reason === null) holdBuild(served);
  });
  return {
    async run() {
      isAsked = true;
      if (child) return;
      while (isAsked) {
        isAsked = false;
        child = spawn(process.execPath, [BESIDE], { cwd: ROOT, env: childEnvironment(), stdio: "inherit" });
        const code = await new Promise((resolve) => child.once("exit", resolve));
        if (code !== 0) say("The new build could not be made: the one of before goes on.");
        const made = currentBuild();
        if (code === 0 && made !== served && app.connected) {
          served = made;
          app.send({ closedLoop: "change over", build: made });
        }
      }
      child = null;
    },
    stop() {
      child?.kill();
    },
  };
}
