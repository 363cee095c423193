/** npm run serve: the app that was built, in this very process. Installs, builds, and migrates nothing. */
import process from "node:process";
import { pathToFileURL } from "node:url";
import { builtProgram } from "./build/bundle.mjs";
import { childEnvironment, runScript } from "./run.mjs";

await runScript(async () => {
  const [program] = builtProgram("server/main.ts");
  Object.assign(process.env, childEnvironment({ NODE_ENV: "production" }));
  await import(pathToFileURL(program).href);
});
