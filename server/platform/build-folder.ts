import { existsSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * Where the build of this process is, relative to the checkout, in which it runs. `server/launch/build/builds.mjs` keeps several
 * and says which; without it, as on a host that runs Next's own commands, it is Next's own folder.
 */
export function buildFolder(): string {
  const current = join(".next", "current");
  return process.env.CLOSED_LOOP_BUILD || (existsSync(current) ? join(".next", readlinkSync(current)) : ".next");
}

/** Where the migrations of this version are: a build has a copy, since a checkout may be of a newer version by now. */
export function migrationsRoot(checkout: string): string {
  // The compiler would take the whole checkout for what may be read here.
  const build = join(/* turbopackIgnore: true */ checkout, process.env.CLOSED_LOOP_BUILD || ".");
  return existsSync(/* turbopackIgnore: true */ join(build, "prisma/migrations")) ? build : checkout;
}
