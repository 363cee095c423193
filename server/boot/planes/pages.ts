import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import next from "next";
import { buildFolder } from "@/server/boot/build-folder";
import { endPagesOfNext } from "@/server/platform/planes";
import { servePages } from "../pages";
import { ROOT, type StartSettings } from "../settings";
import { shareStatic } from "../share-static";
import type { Shutdown } from "../shutdown";
import type { OpenPlane } from "./plane";

/** When there is more to do than processors can, payments and what they leave go first. */
const NICENESS = 10;

/**
 * Next: the portal, the docs, and its procedures. What its pages need is opened in Next's own module graph, by
 * `open-next.ts`, which also says how it is ended.
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
 * As Next's own server of a standalone build takes it: from the build. Else Next compiles `next.config.ts` at every start, which may be
 * of a newer version, and looks for the build in its own folder where there is none.
 */
function takeConfigOfBuild(): void {
  const build = buildFolder();
  const { config } = JSON.parse(readFileSync(join(ROOT, build, "required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify({ ...config, distDir: build });
}

/** On Linux a priority is a thread's; threads that start later have that of the one which starts them. */
function stepBack(): void {
  try {
    setPriority(NICENESS);
    const threads = process.platform === "linux" ? readdirSync("/proc/self/task") : [];
    for (const thread of threads) setPriority(Number(thread), NICENESS);
  } catch {
    // A sandbox may forbid it: pages then take their full share.
  }
}
