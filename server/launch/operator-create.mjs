/** npm run operator:create: a login for someone who runs the network, on the database that DATABASE_URL or .data/ is. */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { onDatabase } from "./program.mjs";
import { runNode, runScript } from "./run.mjs";

await runScript(async () => {
  await prepare({ isBuilt: false });
  const args = onDatabase("server/create-operator.ts", ...process.argv.slice(2));
  const { code } = await runNode(args, { isShown: true });
  return code;
});
