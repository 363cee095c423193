import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { hashOf, stampAt } from "../build/stamp.mjs";
import { findNpm } from "../install.mjs";
import { announced, ROOT, runNode, Stop } from "../run.mjs";

const LOCKED = "e2e/lighthouse";
const CACHE = "node_modules/.cache/closed-loop/lighthouse";

/** Lighthouse with its 160 packages, 200 MB that nothing else needs: only for the test that asks for it. */
export async function installLighthouse() {
  const files = ["package.json", "package-lock.json"];
  const stamp = stampAt(`${CACHE}/.installed`);
  const hash = hashOf(files.map((file) => join(LOCKED, file)));
  if (stamp.matches(hash)) return;
  mkdirSync(join(ROOT, CACHE), { recursive: true });
  for (const file of files) copyFileSync(join(ROOT, LOCKED, file), join(ROOT, CACHE, file));
  const args = [findNpm(), "ci", "--prefix", join(ROOT, CACHE), "--ignore-scripts", "--no-audit", "--no-fund"];
  const { code } = await announced("Installing Lighthouse.", () => runNode(args, { isShown: true }));
  if (code !== 0) throw new Stop("Lighthouse could not be installed: npm says why above.");
  stamp.write(hash);
}
