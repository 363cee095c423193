import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { hashOf, stampAt } from "../build/stamp.mjs";
import { findNpm } from "../install.mjs";
import { announced, ROOT, runNode, Stop } from "../run.mjs";

export async function installApart(name, locked, cache) {
  const files = ["package.json", "package-lock.json"];
  const stamp = stampAt(`${cache}/.installed`);
  const hash = hashOf(files.map((file) => join(locked, file)));
  if (stamp.matches(hash)) return;
  mkdirSync(join(ROOT, cache), { recursive: true });
  for (const file of files) copyFileSync(join(ROOT, locked, file), join(ROOT, cache, file));
  const args = [findNpm(), "ci", "--prefix", join(ROOT, cache), "--ignore-scripts", "--no-audit", "--no-fund"];
  const { code } = await announced(`Installing ${name}.`, () => runNode(args, { isShown: true }));
  if (code !== 0) throw new Stop(`${name} could not be installed: npm says why above.`);
  stamp.write(hash);
}
