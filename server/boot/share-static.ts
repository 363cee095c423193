import { cp, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { buildFolder } from "@/server/platform/build-folder";
import { getEnv } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";

/** Number of builds kept, since their pages may still be open in browsers. */
const KEPT = 5;

/**
 * Copies this build's static files to the shared folder under the build's id. During and after a deploy, pages of one build may
 * be answered by processes of another. A read-only folder doesn't prevent the start.
 */
export async function shareStatic(): Promise<void> {
  const { STATIC_FOLDER } = getEnv();
  if (!STATIC_FOLDER) return;
  const build = buildFolder();
  const target = join(STATIC_FOLDER, build.split("/").at(-1) ?? "");
  try {
    await mkdir(STATIC_FOLDER, { recursive: true });
    const partial = `${target}.${process.pid}.partial`;
    if (!(await isThere(target))) {
      await cp(join(build, "static"), partial, { recursive: true });
      // If several processes copy at once, the first to finish wins.
      await rename(partial, target).catch(() => rm(partial, { recursive: true, force: true }));
    }
    const now = new Date();
    await utimes(target, now, now);
    await forgetOldest(STATIC_FOLDER);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    getLogger().warn({ reason }, "STATIC_FOLDER can't be used: pages of other builds may find their scripts gone");
  }
}

async function forgetOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  const times = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  const old = times.sort((one, other) => other.at - one.at).slice(KEPT);
  for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true });
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
