/**
 * npm run test:faults [-- --seed=1 --seconds=330 --clients=10 --short]
 *
 * The built app, its worker and its databases, killed, stopped and cut off while clients ask for everything there is: is
 * all that was answered there, once? Takes eight to ten minutes.
 */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { runNode, runScript, typeScript } from "./run.mjs";
import { testEnvironment } from "./tests/server-tests.mjs";

await runScript(async () => {
  await prepare();
  const { code } = await runNode(typeScript("e2e/faults/main.ts", ...process.argv.slice(2)), {
    env: testEnvironment,
    isShown: true,
  });
  return code;
});
