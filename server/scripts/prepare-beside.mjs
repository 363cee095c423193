/**
 * Builds while the app runs from the previous build. If packages changed, builds in a copy of the checkout with its own
 * packages, which then replace the old ones in a single rename.
 */
import { cpSync, existsSync, readlinkSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build/build.mjs";
import { switchTo } from "./build/builds.mjs";
import { install } from "./install.mjs";
import { prepare } from "./prepare.mjs";
import { ROOT, runNode, runScript, Stop } from "./run.mjs";
import { inTurn } from "./turn.mjs";

const COPY = join(ROOT, ".next/checkout");
const MADE = new Set([".git", ".next", ".data", "node_modules", "test-results", "playwright-report"]);

await runScript(async () => {
  if (!build.isDue()) return;
  if (!install.isDue()) return prepare({ isInstalled: true });
  await inTurn(makeInCopy);
});

async function makeInCopy() {
  rmSync(COPY, { recursive: true, force: true });
  const filter = (path) => !MADE.has(path.slice(ROOT.length).split("/")[0] ?? "");
  cpSync(ROOT, COPY, { recursive: true, filter });
  const { code } = await runNode([join(COPY, "server/scripts/prepare-start.mjs")], { isShown: true });
  if (code !== 0) throw new Stop("The new version could not be prepared: it says why above.");
  const made = `.next/${readlinkSync(join(COPY, ".next/current"))}`;
  renameSync(join(COPY, made), join(ROOT, made));
  for (const path of ["node_modules", "prisma/generated"]) {
    if (existsSync(join(ROOT, path))) renameSync(join(ROOT, path), join(COPY, `${path}.before`));
    renameSync(join(COPY, path), join(ROOT, path));
  }
  switchTo(made);
  rmSync(COPY, { recursive: true, force: true });
}
