import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const ROOTS = ["app", "bench", "components", "server", "e2e"];
const MOST = 25;

/** A folder should be readable at a glance; a larger one contains two ideas and becomes two folders. */
test(`no folder holds more than ${MOST} files beside its tests`, () => {
  const files = new Map<string, number>();
  for (const root of ROOTS) {
    for (const path of readdirSync(root, { recursive: true, encoding: "utf8" })) {
      if (!/\.tsx?$/.test(path) || /\.(test|long|spec)\.tsx?$/.test(path) || path.includes("generated")) continue;
      const folder = dirname(join(root, path));
      files.set(folder, (files.get(folder) ?? 0) + 1);
    }
  }
  assert.ok(files.size > 100, "folders were counted");
  assert.deepEqual(
    [...files].filter(([, count]) => count > MOST),
    [],
  );
});
