import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";

const MEGABYTE = 1_048_576;

export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Null if it can't be mounted: this requires Linux, root, and permission to mount. */
  static mount(folder: string, megabytes: number): SmallDisk | null {
    if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
    mkdirSync(folder, { recursive: true });
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0711`, "tmpfs", folder]);
    if (status !== 0) return null;
    const disk = new SmallDisk(folder);
    process.on("exit", () => disk.unmount());
    return disk;
  }

  fill(): void {
    const file = openSync(this.#ballast, "w");
    try {
      // In shrinking pieces, because a write that doesn't fit fails in whole or in part.
      for (let size = 8 * MEGABYTE; size >= 4_096; size /= 2) {
        const piece = Buffer.alloc(size);
        while (this.freeBytes() >= size) writeSync(file, piece);
      }
    } catch {
      // Another process took the rest, so the disk is full.
    } finally {
      closeSync(file);
    }
  }

  empty(): void {
    rmSync(this.#ballast, { force: true });
  }

  freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  unmount(): void {
    spawnSync("umount", ["-l", this.folder]);
  }

  get #ballast(): string {
    return join(this.folder, "ballast");
  }
}
