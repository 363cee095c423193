import { existsSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * Folder of this process's build, relative to the checkout. `server/scripts/build/builds.mjs` keeps several builds and sets it;
 * without that, as with Next's own commands, it is `.next`.
 */
export function buildFolder(): string {
  const current = join(".next", "current");
  return process.env.CLOSED_LOOP_BUILD || (existsSync(current) ? join(".next", readlinkSync(current)) : ".next");
}
