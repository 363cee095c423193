import { spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@/server/platform/start-error";
import type { Binaries } from "./binaries";
import type { Placement } from "./placement";
import { writePrivateFile } from "./private-file";

export const POSTGRES_MAJOR = "18";

/** The same text order on every machine: by code point, like `COLLATE "C"` of ids. */
const LOCALE_FLAGS = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

/** A nearly empty environment for the database's programs, so that no `PG…` or `LC_…` setting leaks in. */
export const databaseProcessEnv: NodeJS.ProcessEnv = {
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  // PostgreSQL ignores it; Next's types require it.
  NODE_ENV: "production",
};

export function dataOf(placement: Placement): string {
  return join(placement.cluster, "data");
}

/**
 * Creates the cluster if there is none. It is created in a subfolder and moved into place when complete, so that an interrupted
 * `initdb` isn't mistaken for a database.
 */
export async function initialiseCluster(
  binaries: Binaries,
  placement: Placement,
  password: string,
  isDurable: boolean,
): Promise<string> {
  const data = dataOf(placement);
  if (existsSync(join(data, "PG_VERSION"))) {
    refuseOtherVersion(data);
    return data;
  }
  const partial = join(placement.cluster, "partial");
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const passwordFile = join(placement.cluster, "password");
  writePrivateFile(passwordFile, `${password}\n`);
  if (placement.user) chownSync(partial, placement.user.uid, placement.user.gid);
  try {
    const flags = ["--username=postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256", ...LOCALE_FLAGS];
    // A random password needs no slow hash, and tests connect thousands of times.
    if (!isDurable) flags.push("--no-sync", "--set=scram_iterations=1");
    await run(binaries.initdb, [`--pgdata=${partial}`, "--no-instructions", ...flags], placement);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(partial, data);
  return data;
}

function refuseOtherVersion(data: string): void {
  const found = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  if (found === POSTGRES_MAJOR) return;
  throw new StartError(
    `The database in ${data} was made by PostgreSQL ${found} and this one is ${POSTGRES_MAJOR}: move it away or dump it with its own version first.`,
  );
}

function run(program: string, args: string[], placement: Placement): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...placement.user,
      cwd: placement.cluster,
      env: databaseProcessEnv,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2_000);
    });
    child.once("error", (error) => reject(cannotRun(error.message)));
    child.once("close", (code) => (code === 0 ? resolve() : reject(cannotRun(complaint.trim() || `code ${code}`))));
  });
}

function cannotRun(reason: string): StartError {
  return new StartError(`The embedded PostgreSQL could not create its database: ${reason.replaceAll("\n", " ")}`);
}
