import { existsSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * Where the build of this process is, relative to the checkout, in which it runs. `server/scripts/build/builds.mjs` keeps several
 * and says which; without it, as on a host that runs Next's own commands, it is Next's own folder.
 */
export function buildFolder(): string {
  const current = join(".next", "current");
  return process.env.CLOSED_LOOP_BUILD || (existsSync(current) ? join(".next", readlinkSync(current)) : ".next");
}
