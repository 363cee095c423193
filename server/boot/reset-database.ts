/** Deletes this checkout's embedded database; the next start creates, migrates, and seeds a new one. */

import { existsSync } from "node:fs";
import { deleteCluster, StartError } from "@/server/db/embedded";
import { print, runProgram } from "./run-program";
import { claimDataFolder } from "./running-record";
import { getDataFolder } from "./settings";

async function reset(): Promise<number> {
  if (process.env.DATABASE_URL) {
    throw new StartError(
      "DATABASE_URL names a database that is not ours to delete: unset it to reset the embedded one.",
    );
  }
  const dataFolder = getDataFolder();
  if (!existsSync(dataFolder)) {
    print("There is no database yet: the next start makes one.");
    return 0;
  }
  const release = await claimDataFolder(dataFolder, { host: "127.0.0.1", port: 0, address: "the command line" });
  try {
    await deleteCluster(dataFolder, (cluster) => print(`Deleting the database in ${cluster}.`));
  } finally {
    release();
  }
  print("Done: the next start makes a new database, migrated and seeded.");
  return 0;
}

await runProgram(reset);
