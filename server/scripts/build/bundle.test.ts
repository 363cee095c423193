import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { ROOT } from "@/server/boot/settings";

/** Inside node_modules, so that packages resolve. */
const CACHE = join(ROOT, "node_modules/.cache/closed-loop");
mkdirSync(CACHE, { recursive: true });
const folder = mkdtempSync(join(CACHE, "bundle-"));
after(() => rmSync(folder, { recursive: true }));

/** Run by Node directly: compiled into this test, the script would have the wrong location. */
const MAKE = `import(${JSON.stringify(join(ROOT, "server/scripts/build/bundle.mjs"))}).then(({ bundle }) => bundle(process.argv[1]))`;

test("the bundle runs on plain Node, and finds the checkout", () => {
  assert.equal(spawnSync(process.execPath, ["-e", MAKE, folder], { stdio: "inherit" }).status, 0);
  const env = { ...process.env, DATABASE_URL: "", CLOSED_LOOP_DATA_DIR: "package.json/nowhere" };
  const run = (program: string) =>
    spawnSync(process.execPath, [join(folder, program)], { cwd: "/", env, encoding: "utf8" });
  assert.match(run("reset-database.mjs").stdout, /no database yet/);
  // A folder inside a file can't exist, so the app ends where it looks for its data, in the checkout.
  const { stderr, status } = run("main.mjs");
  assert.equal(status, 1);
  assert.ok(stderr.includes(join(ROOT, "package.json/nowhere")), stderr);
});
