/** npm run serve: runs the built app in this process. Installs, builds, and migrates nothing. */
import process from "node:process";
import { pathToFileURL } from "node:url";
import { BUILD, currentBuild } from "./build/builds.mjs";
import { bundled } from "./build/bundle.mjs";
import { childEnvironment, runScript } from "./run.mjs";

await runScript(async () => {
  // The planes are started from here as well, and must use the build found by the first process.
  const build = currentBuild();
  const [program] = bundled("server/main.ts", build);
  Object.assign(process.env, childEnvironment({ NODE_ENV: "production", [BUILD]: build }));
  await import(pathToFileURL(program).href);
});
