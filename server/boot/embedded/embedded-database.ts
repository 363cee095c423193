import { DATABASE_NAME, findEmbedded, StartError, startEmbeddedDatabase } from "@/server/db/embedded";
import { claimDataFolder, findRunning } from "../running-record";
import { findWalArchive } from "./wal-archive";

const NOWHERE = { host: "127.0.0.1", port: 0, address: "the command line" };

export type FoundDatabase = Readonly<{
  url: string;
  appUrl: string;
  cluster: string;
  isInUse: boolean;
}>;

export async function withEmbeddedDatabase<T>(
  dataFolder: string,
  work: (database: FoundDatabase) => Promise<T>,
): Promise<T> {
  if (findRunning(dataFolder)) {
    const found = findEmbedded(dataFolder);
    if (!found) throw new StartError("Closed Loop is still starting: try again in a moment.");
    return await work({ ...found, isInUse: true });
  }
  const release = await claimDataFolder(dataFolder, NOWHERE);
  try {
    const archive = findWalArchive(dataFolder);
    const { stop, ...database } = await startEmbeddedDatabase({ dataFolder, databaseName: DATABASE_NAME, archive });
    try {
      return await work({ ...database, isInUse: false });
    } finally {
      await stop();
    }
  } finally {
    release();
  }
}
