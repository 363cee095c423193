/** npm run books:prove: proves the books, on the running app's database or on the stopped one's. */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { runNode, runScript, typeScript } from "./run.mjs";

await runScript(async () => {
  await prepare({ isBuilt: false });
  const args = typeScript("server/startup/run-with-database.ts", "server/prove-books.ts", ...process.argv.slice(2));
  const { code } = await runNode(args, { isShown: true });
  return code;
});
