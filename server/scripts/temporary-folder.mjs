import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import process from "node:process";

/** Linux has a folder there that is memory. In a container it is often small. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 3_000_000_000;

/**
 * Where to put what is gone in minutes: into memory if it has room, since creating and deleting a database is 1,200 files,
 * which costs a disk's file system several times what PostgreSQL does for them. Elsewhere if TMPDIR says so.
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
