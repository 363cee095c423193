import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { ROOT } from "../run.mjs";

/** Names the build of a process and its children, relative to the checkout. Read by `server/platform/build-folder.ts`. */
export const BUILD = "CLOSED_LOOP_BUILD";

/** Subfolder of a build with the server as plain JavaScript. STAMP holds the hash of its sources. */
export const BUNDLE = "closed-loop";
const STAMP = "closed-loop-build";

const FOLDER = ".next/builds";
const CURRENT = ".next/current";

/** Folder of the build in progress. As deep as finished builds, whose files refer to each other by relative paths. */
export const NEXT_BUILD = `${FOLDER}/next`;

/** The one that runs, the one to start next, and one to go back to, whose pages may still be open. */
const KEPT = 3;

/** This process's build, otherwise the one that a start would take, relative to the checkout. Null if there is none. */
export function currentBuild() {
  return process.env[BUILD] || read(() => `.next/${readlinkSync(join(ROOT, CURRENT))}`);
}

export function findBuild(hash) {
  return listBuilds().find((build) => read(() => readFileSync(join(ROOT, build, STAMP), "utf8")) === hash) ?? null;
}

/** Copies the last build's compiler cache. */
export function beginBuild() {
  const cache = join(ROOT, CURRENT, "cache");
  mkdirSync(join(ROOT, NEXT_BUILD), { recursive: true });
  if (existsSync(cache) && !existsSync(join(ROOT, NEXT_BUILD, "cache"))) {
    renameSync(cache, join(ROOT, NEXT_BUILD, "cache"));
  }
}

export function finishBuild(hash) {
  const made = join(ROOT, NEXT_BUILD);
  cpSync(join(ROOT, "prisma/migrations"), join(made, "prisma/migrations"), { recursive: true });
  writeFileSync(join(made, STAMP), hash);
  const build = `${FOLDER}/${readFileSync(join(made, "BUILD_ID"), "utf8")}`;
  renameSync(made, join(ROOT, build));
  // Types stay where the next build is made, since tsc reads them there.
  mkdirSync(made);
  if (existsSync(join(ROOT, build, "types"))) renameSync(join(ROOT, build, "types"), join(made, "types"));
  switchTo(build);
}

/** Affects future starts only; running processes keep their build. */
export function switchTo(build) {
  const link = join(ROOT, `${CURRENT}.${process.pid}`);
  rmSync(link, { force: true });
  symlinkSync(build.replace(/^\.next\//, ""), link);
  renameSync(link, join(ROOT, CURRENT));
  const old = listBuilds().filter((other) => other !== build);
  for (const other of old.slice(KEPT - 1)) rmSync(join(ROOT, other), { recursive: true, force: true });
}

function listBuilds() {
  const names = read(() => readdirSync(join(ROOT, FOLDER))) ?? [];
  const madeAt = (build) => read(() => statSync(join(ROOT, build, STAMP)).mtimeMs) ?? 0;
  return names
    .map((name) => `${FOLDER}/${name}`)
    .filter((build) => build !== NEXT_BUILD)
    .sort((one, other) => madeAt(other) - madeAt(one));
}

function read(ask) {
  try {
    return ask();
  } catch {
    return null;
  }
}
