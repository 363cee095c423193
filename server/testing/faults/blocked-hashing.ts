import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, promises, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** More than Node's pool has threads, so that every one of them waits. */
const WAITERS = 16;

/**
 * Runs `work` while no bcrypt can make progress: each thread of Node's pool, on which bcrypt runs, waits for a pipe that
 * no one writes to. What answers meanwhile needed no bcrypt. Database connections must be open already.
 */
export async function whileHashingIsBlocked<T>(work: () => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-pipe-"));
  const pipe = join(folder, "pipe");
  execFileSync("/usr/bin/env", ["mkfifo", pipe]);
  const waiting = Array.from({ length: WAITERS }, () => promises.open(pipe, constants.O_RDONLY));
  try {
    return await work();
  } finally {
    // Opening for both sides waits for no one, and lets everyone go.
    const writer = openSync(pipe, constants.O_RDWR);
    const handles = await Promise.all(waiting);
    await Promise.all(handles.map((handle) => handle.close()));
    closeSync(writer);
    rmSync(folder, { recursive: true });
  }
}
