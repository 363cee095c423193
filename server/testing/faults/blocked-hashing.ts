import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, promises, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** More than Node's thread pool has threads. */
const WAITERS = 16;

/**
 * Runs `work` while bcrypt makes no progress: each thread of Node's pool waits for a pipe that nobody writes to. Whatever
 * answers meanwhile needed no bcrypt. Database connections must be open already.
 */
export async function whileHashingIsBlocked<T>(work: () => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-pipe-"));
  const pipe = join(folder, "pipe");
  execFileSync("/usr/bin/env", ["mkfifo", pipe]);
  const waiting = Array.from({ length: WAITERS }, () => promises.open(pipe, constants.O_RDONLY));
  try {
    return await work();
  } finally {
    // Opening the pipe for reading and writing doesn't block, and releases all readers.
    const writer = openSync(pipe, constants.O_RDWR);
    const handles = await Promise.all(waiting);
    await Promise.all(handles.map((handle) => handle.close()));
    closeSync(writer);
    rmSync(folder, { recursive: true });
  }
}
