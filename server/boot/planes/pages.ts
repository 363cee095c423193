import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import next from "next";
import { buildFolder } from "@/server/platform/build-folder";
import { endPagesOfNext } from "@/server/platform/planes";
import { servePages } from "../pages";
import { ROOT, type StartSettings } from "../settings";
import { shareStatic } from "../share-static";
import type { Shutdown } from "../shutdown";
import type { OpenPlane } from "./plane";

/** Under load, payments and their follow-up work take precedence. */
const NICENESS = 10;

/**
 * Next: the portal, the docs, and its procedures. `open-next.ts` opens what pages need, in Next's own module graph, and says
 * how to close it.
 */
export async function openPages(settings: StartSettings, shutdown: Shutdown): Promise<OpenPlane> {
  stepBack();
  const { isDevelopment, host, port } = settings;
  if (!isDevelopment) takeConfigOfBuild();
  const app = next({ dev: isDevelopment, dir: ROOT, hostname: host, port });
  if (!isDevelopment) await shareStatic();
  await app.prepare();
  shutdown.add({
    stop: async () => {
      await app.close();
      await endPagesOfNext();
    },
  });
  return {
    handler: servePages(app.getRequestHandler(), settings),
    upgrade: isDevelopment ? app.getUpgradeHandler() : null,
    begin: async () => undefined,
  };
}

/**
 * Loads the config from the build, like Next's standalone server: the option `conf` doesn't reach its router. Otherwise Next
 * would compile `next.config.ts` at every start, which may be of a newer version, and read `.env` into this process alone.
 */
function takeConfigOfBuild(): void {
  const build = buildFolder();
  const { config } = JSON.parse(readFileSync(join(ROOT, build, "required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify({ ...config, distDir: build });
}

/** On Linux priorities are per thread; new threads inherit the one of their creator. */
function stepBack(): void {
  try {
    setPriority(NICENESS);
    const threads = process.platform === "linux" ? readdirSync("/proc/self/task") : [];
    for (const thread of threads) setPriority(Number(thread), NICENESS);
  } catch {
    // Not permitted in some sandboxes; pages then run at normal priority.
  }
}
