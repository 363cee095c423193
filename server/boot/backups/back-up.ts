/** npm run backup -- FOLDER: copies the embedded database into a new folder, whether or not the app runs. */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import packageJson from "@/package.json";
import { findEmbedded, StartError } from "@/server/db/embedded";
import { backUp } from "@/server/db/embedded/backup";
import { readAppliedMigrations } from "@/server/db/migrate";
import { withEmbeddedDatabase } from "../embedded/embedded-database";
import { print, runProgram } from "../run-program";
import { getDataFolder } from "../settings";

async function main([folder]: readonly string[]): Promise<number> {
  if (process.env.DATABASE_URL) {
    throw new StartError("DATABASE_URL names a database of yours: docs/backup.md says how to back it up.");
  }
  if (!folder) throw new StartError("Name the folder for backups: npm run backup -- /mnt/backups");
  const dataFolder = getDataFolder();
  const found = findEmbedded(dataFolder);
  if (!found || !existsSync(join(found.cluster, "data")))
    throw new StartError("There is no database yet: npm start makes one.");
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopping.abort());
  const target = join(
    resolve(folder),
    `closed-loop-${new Date().toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "")}`,
  );
  const content = await withEmbeddedDatabase(dataFolder, async ({ url, cluster }) =>
    backUp(
      {
        url,
        data: join(cluster, "data"),
        version: packageJson.version,
        stopping: stopping.signal,
        migrations: await readAppliedMigrations(url),
      },
      target,
    ),
  );
  const bytes = content.files.reduce((sum, file) => sum + file.bytes, 0);
  print(
    `${target}: ${content.files.length} files, ${Math.ceil(bytes / 1_000_000)} MB, all that was answered by ${content.dataAt}.`,
  );
  print(
    "The server's key is not in it: keep a copy of the key elsewhere, since without it nothing sealed can be read again.",
  );
  return 0;
}

await runProgram(() => main(process.argv.slice(2)));
