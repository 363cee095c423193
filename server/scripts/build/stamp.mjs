import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "../run.mjs";

/** Hash by content, so that changed timestamps don't make a build stale. */
export function hashOf(paths, isWanted = () => true) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesIn(join(ROOT, path)).filter(isWanted)) {
      hash
        .update(`${relative(ROOT, file)}\0`)
        .update(readFileSync(file))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

const MADE = new Set([".next", "node_modules"]);

export function filesIn(path) {
  let kind;
  try {
    kind = statSync(path);
  } catch {
    return [];
  }
  if (!kind.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !MADE.has(name))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/** Records that a step was finished for these inputs. Cleared before the step and written after it. */
export function stampAt(path) {
  const file = join(ROOT, path);
  return {
    matches(hash) {
      try {
        return readFileSync(file, "utf8") === hash;
      } catch {
        return false;
      }
    },
    clear() {
      rmSync(file, { force: true });
    },
    write(hash) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, hash);
    },
  };
}
