/** Runs one program on this checkout's database: the configured one, the running app's, or one started for it. */
import { spawn } from "node:child_process";
import { DATABASE_NAME, findEmbeddedUrl, StartError, startEmbeddedDatabase } from "@/server/db/embedded";
import { migrate } from "@/server/db/migrate";
import { runProgram } from "./run-program";
import { claimDataFolder, findRunning } from "./running-record";
import { provideServerSecrets } from "./server-secrets";
import { getDataFolder, ROOT } from "./settings";

const NOWHERE = { host: "127.0.0.1", port: 0, address: "the command line" };

async function main(file: string, args: string[]): Promise<number> {
  if (process.env.DATABASE_URL) return await run(file, args);
  const dataFolder = getDataFolder();
  if (findRunning(dataFolder)) {
    provideServerSecrets(dataFolder);
    const url = findEmbeddedUrl(dataFolder);
    if (!url) throw new StartError("Closed Loop is still starting: try again in a moment.");
    process.env.DATABASE_URL = url;
    return await run(file, args);
  }
  const release = await claimDataFolder(dataFolder, NOWHERE);
  try {
    provideServerSecrets(dataFolder);
    const database = await startEmbeddedDatabase({ dataFolder, databaseName: DATABASE_NAME });
    try {
      await migrate(database.url);
      process.env.DATABASE_URL = database.url;
      return await run(file, args);
    } finally {
      await database.stop();
    }
  } finally {
    release();
  }
}

function run(file: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const loader = file.endsWith(".ts") ? ["--import", "tsx"] : [];
    const child = spawn(process.execPath, [...loader, file, ...args], { cwd: ROOT, stdio: "inherit" });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
    // The database is stopped after the child, who hears of Ctrl-C and a closed terminal itself.
    for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
    process.on("SIGTERM", () => child.kill("SIGTERM"));
  });
}

await runProgram(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new StartError("Name the file to run.");
  return await main(file, args);
});
