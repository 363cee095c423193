/** npm run serve: the app that was built, in this very process. Installs, builds, and migrates nothing. */
import process from "node:process";
import { pathToFileURL } from "node:url";
import { BUILD, currentBuild, holdBuild } from "./build/builds.mjs";
import { bundled } from "./build/bundle.mjs";
import { childEnvironment, runScript } from "./run.mjs";

await runScript(async () => {
  // The planes begin here as well, and stay with the build that the first process found.
  const build = currentBuild();
  const [program] = bundled("server/main.ts", build);
  holdBuild(build);
  Object.assign(process.env, childEnvironment({ NODE_ENV: "production", [BUILD]: build }));
  await import(pathToFileURL(program).href);
});
