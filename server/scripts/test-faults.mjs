/**
 * npm run test:faults [-- --seed=1 --seconds=330 --clients=10 --short]
 *
 * Kills, stops, and disconnects the built app, its worker, and its databases under load, and checks that everything
 * acknowledged exists exactly once. Takes eight to ten minutes.
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
