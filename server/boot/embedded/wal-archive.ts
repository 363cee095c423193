import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { writePrivateFile } from "@/server/db/embedded/private-file";

const FILE = "wal-archive";
const NONE = "none";

/**
 * Folder of the write-ahead log archive, or null. WAL_ARCHIVE is remembered until it is set to `none`: a start without it would
 * leave a gap, and nothing after a gap can be restored.
 */
export function findWalArchive(dataFolder: string, environment: NodeJS.ProcessEnv = process.env): string | null {
  const file = join(dataFolder, FILE);
  const given = environment.WAL_ARCHIVE;
  if (!given) return read(file);
  if (given === NONE) {
    rmSync(file, { force: true });
    return null;
  }
  const folder = resolve(given);
  if (read(file) !== folder) writePrivateFile(file, `${folder}\n`);
  return folder;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim() || null;
  } catch {
    return null;
  }
}
