import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import process from "node:process";

/** A RAM disk on Linux; often small in containers. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 3_000_000_000;

/**
 * Folder for short-lived files, in memory if there is room: creating and deleting a database involves 1,200 files, which cost a
 * disk's file system several times PostgreSQL's own work. TMPDIR overrides it.
 */
export function temporaryFolder() {
  return !process.env.TMPDIR && hasRoom(MEMORY) ? MEMORY : tmpdir();
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}
