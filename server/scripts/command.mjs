/**
 * Runs operators' commands: npm run books:prove, operator:create, and so on. They run the build and install nothing, so that
 * they never disturb the running app. Without a build, or with changed sources, they run from the sources.
 */
import { existsSync } from "node:fs";
import process from "node:process";
import { build } from "./build/build.mjs";
import { BUILD, currentBuild } from "./build/builds.mjs";
import { bundled } from "./build/bundle.mjs";
import { generateClient } from "./build/generate-client.mjs";
import { COMMANDS } from "./commands.mjs";
import { install } from "./install.mjs";
import { prepare } from "./prepare.mjs";
import { installed, runNode, runScript, Stop, typeScript } from "./run.mjs";

await runScript(async () => {
  const [name = "", ...rest] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (!command) throw new Stop(`Name the command: ${Object.keys(COMMANDS).join(", ")}.`);
  const { file, args = [], isOnDatabase = true } = command;
  const isBuilt = await runsBuilt();
  const program = isBuilt ? bundled : typeScript;
  const env = isBuilt ? { [BUILD]: currentBuild() ?? "" } : {};
  const isSought = isOnDatabase && !process.env.DATABASE_URL;
  const own = isSought ? [...program("server/boot/run-with-database.ts"), program(file).at(-1)] : program(file);
  return (await runNode([...own, ...args, ...rest], { env, isShown: true })).code;
});

async function runsBuilt() {
  if (process.env.NODE_ENV === "production") return true;
  if (!currentBuild()) {
    await prepare({ isBuilt: false });
    return false;
  }
  const areSourcesReady = existsSync(installed("tsx/package.json")) && !install.isDue() && !generateClient.isDue();
  return !build.isDue() || !areSourcesReady;
}
