/** npm run build: makes what `npm run migrate` and `npm run serve` run. Doesn't install packages; `npm ci` does. */
import { existsSync } from "node:fs";
import { prepare } from "./prepare.mjs";
import { installed, runScript, Stop, say } from "./run.mjs";

await runScript(async () => {
  if (!existsSync(installed("next/package.json"))) throw new Stop("The packages are not installed: run npm ci first.");
  await prepare({ isInstalled: true });
  say("The app is built.");
});
