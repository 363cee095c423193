import { cp, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { buildFolder } from "@/server/boot/build-folder";
import { getEnv } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";

/** Builds that are kept there: the newest, whose pages may be open in somebody's browser. */
const KEPT = 5;

/**
 * Puts the static files of this build where every process at the address finds them, under the build's own id: a page of one build
 * is answered by processes of another while a deploy goes on, and after it. A folder that can't be written to is no reason not to
 * start.
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
      // Of several that begin at once, the first to be done has it.
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
