/** npm run operator:create: a login for someone who runs the network, on the database that DATABASE_URL or .data/ is. */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { runNode, runScript, typeScript } from "./run.mjs";

await runScript(async () => {
  await prepare({ isBuilt: false });
  const args = typeScript("server/startup/run-with-database.ts", "server/create-operator.ts", ...process.argv.slice(2));
  const { code } = await runNode(args, { isShown: true });
  return code;
});
