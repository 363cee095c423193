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

/** Names the build that a process and what it starts belong to, relative to the checkout. `server/boot/build-folder.ts` reads it. */
export const BUILD = "CLOSED_LOOP_BUILD";

/** In a build: the server as plain JavaScript, and what the build was made from. */
export const BUNDLE = "closed-loop";
const STAMP = "closed-loop-build";
const USERS = "closed-loop-users";

const FOLDER = ".next/builds";
const CURRENT = ".next/current";

/** The folder of the build under way. It is as deep as those of finished builds, whose files refer to each other by relative paths. */
export const NEXT_BUILD = `${FOLDER}/next`;

/** The one before, to go back to, and one more, whose pages may still be open. */
const KEPT = 3;

/** The build that this process belongs to, else the one that a start takes, relative to the checkout; null: there is none. */
export function currentBuild() {
  return process.env[BUILD] || read(() => `.next/${readlinkSync(join(ROOT, CURRENT))}`);
}

/** The kept build that was made from sources with this hash. */
export function findBuild(hash) {
  return listBuilds().find((build) => read(() => readFileSync(join(ROOT, build, STAMP), "utf8")) === hash) ?? null;
}

/** Takes along what the last one left to be faster, which nothing that runs reads. */
export function beginBuild() {
  const cache = join(ROOT, CURRENT, "cache");
  mkdirSync(join(ROOT, NEXT_BUILD), { recursive: true });
  if (existsSync(cache) && !existsSync(join(ROOT, NEXT_BUILD, "cache"))) {
    renameSync(cache, join(ROOT, NEXT_BUILD, "cache"));
  }
}

/** Keeps what was made, as the build of these sources, and makes it the current one. */
export function finishBuild(hash) {
  const made = join(ROOT, NEXT_BUILD);
  cpSync(join(ROOT, "prisma/migrations"), join(made, "prisma/migrations"), { recursive: true });
  writeFileSync(join(made, STAMP), hash);
  const build = `${FOLDER}/${readFileSync(join(made, "BUILD_ID"), "utf8")}`;
  renameSync(made, join(ROOT, build));
  // Types are read from where the next one is made.
  mkdirSync(made);
  if (existsSync(join(ROOT, build, "types"))) renameSync(join(ROOT, build, "types"), join(made, "types"));
  switchTo(build);
}

/** For all that starts from now on. What runs stays with the build that it began with. */
export function switchTo(build) {
  const link = join(ROOT, `${CURRENT}.${process.pid}`);
  rmSync(link, { force: true });
  symlinkSync(build.replace(/^\.next\//, ""), link);
  renameSync(link, join(ROOT, CURRENT));
  const old = listBuilds().filter((other) => other !== build);
  for (const other of old.slice(KEPT - 1))
    if (!isUsed(other)) rmSync(join(ROOT, other), { recursive: true, force: true });
}

/** Newest first. */
function listBuilds() {
  const names = read(() => readdirSync(join(ROOT, FOLDER))) ?? [];
  const madeAt = (build) => read(() => statSync(join(ROOT, build, STAMP)).mtimeMs) ?? 0;
  return names
    .map((name) => `${FOLDER}/${name}`)
    .filter((build) => build !== NEXT_BUILD)
    .sort((one, other) => madeAt(other) - madeAt(one));
}

/** As long as this process runs, its build is kept. Where nobody can write, nobody builds either. */
export function holdBuild(build) {
  const folder = join(ROOT, build, USERS);
  const file = join(folder, String(process.pid));
  const isNoted = read(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, "");
    return true;
  });
  if (isNoted) process.once("exit", () => rmSync(file, { force: true }));
}

function isUsed(build) {
  const users = read(() => readdirSync(join(ROOT, build, USERS))) ?? [];
  return users.some((pid) => {
    try {
      return process.kill(Number(pid), 0);
    } catch (error) {
      return error.code === "EPERM";
    }
  });
}

function read(ask) {
  try {
    return ask();
  } catch {
    return null;
  }
}
