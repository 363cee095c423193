/** Runs a program on this checkout's embedded database: the running app's, or one started for it. */
import { spawn } from "node:child_process";
import { APP_ROLE, StartError } from "@/server/db/embedded";
import { migrate } from "@/server/db/migrate";
import { withEmbeddedDatabase } from "./embedded/embedded-database";
import { runProgram } from "./run-program";
import { provideServerSecrets } from "./server-secrets";
import { getDataFolder, ROOT } from "./settings";

async function main(file: string, args: string[]): Promise<number> {
  const dataFolder = getDataFolder();
  return await withEmbeddedDatabase(dataFolder, async ({ url, appUrl, isInUse }) => {
    provideServerSecrets(dataFolder);
    if (!isInUse) await migrate(url, { appRole: APP_ROLE });
    process.env.DATABASE_URL = appUrl;
    return await run(file, args);
  });
}

function run(file: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const loader = file.endsWith(".ts") ? ["--import", "tsx"] : [];
    const child = spawn(process.execPath, [...loader, file, ...args], { cwd: ROOT, stdio: "inherit" });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
    // The child gets Ctrl-C and hang-ups itself; the database is stopped after it.
    for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
    process.on("SIGTERM", () => child.kill("SIGTERM"));
  });
}

await runProgram(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new StartError("Name the file to run.");
  return await main(file, args);
});
