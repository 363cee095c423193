import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartError } from "@/server/platform/start-error";
import { archiveSettings } from "./backup/wal-archive";
import type { Binaries } from "./binaries";
import { databaseProcessEnv } from "./cluster";
import type { Placement } from "./placement";
import { isAlive, readCommandLine } from "./processes";

const READY_TIMEOUT_MS = 120_000;
const FAST_STOP_MS = 3_500;
const IMMEDIATE_STOP_MS = 1_000;
const POLL_MS = 25;
const WRONG_PASSWORD = "28P01";
const MAX_LOG_BYTES = 5_000_000;
const MEGABYTE = 1_048_576;

/** A throwaway cluster that need not survive a crash is many times faster to write. */
const THROWAWAY_SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** PostgreSQL's own are for the smallest of machines (decision 112). */
function durableSettings(): readonly string[] {
  // Within a container, what that may have.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const eighth = Math.floor(memory / 8 / MEGABYTE);
  return [
    `shared_buffers=${Math.max(128, Math.min(1_024, eighth))}MB`,
    "min_wal_size=512MB",
    "max_wal_size=2GB",
    "checkpoint_timeout=15min",
    // Tables that grow quickly are analyzed every minute, beside payments (decision 112).
    "default_statistics_target=20",
  ];
}

export type Postmaster = Readonly<{ pid: number; hasExited: () => boolean; ended: Promise<void> }>;

export function spawnPostmaster(
  binaries: Binaries,
  placement: Placement,
  data: string,
  options: {
    port: number;
    isDurable: boolean;
    maxConnections: number;
    archive: string | null;
    /** `name=value`, each wins over our own of the same name. */
    settings?: readonly string[];
  },
): Postmaster {
  const { port, isDurable, maxConnections, archive, settings: given = [] } = options;
  const settings = [
    "listen_addresses=127.0.0.1",
    // No one needs the socket, and its path may be longer than a socket's may be.
    "unix_socket_directories=",
    `max_connections=${maxConnections}`,
    "password_encryption=scram-sha-256",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_checkpoints=off",
    // A refused repeat is an error to PostgreSQL and everyday to us; its log would grow without end.
    "log_min_messages=log",
    ...(isDurable ? durableSettings() : THROWAWAY_SETTINGS),
    ...(archive ? archiveSettings(archive) : []),
    ...given,
  ];
  const log = openLog(placement.dataFolder);
  const child: ChildProcess = spawn(
    binaries.postgres,
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    {
      ...placement.user,
      cwd: data,
      env: databaseProcessEnv,
      stdio: ["ignore", log, log],
      // A session of its own: the terminal's Ctrl-C must not reach it before the app has drained.
      detached: true,
    },
  );
  closeSync(log);
  let exited = false;
  const markExited = () => {
    exited = true;
  };
  const ended = new Promise<void>((resolve) => {
    for (const event of ["exit", "error"]) {
      child.once(event, () => {
        markExited();
        resolve();
      });
    }
  });
  child.unref();
  return { pid: child.pid ?? 0, hasExited: () => exited, ended };
}

function openLog(dataFolder: string): number {
  const file = join(dataFolder, "postgres.log");
  const isLarge = existsSync(file) && statSync(file).size > MAX_LOG_BYTES;
  return openSync(file, isLarge ? "w" : "a", 0o600);
}

/** Resolves when the server answers with our password, however long the recovery after a crash takes. */
export async function waitUntilReady(postmaster: Postmaster, url: string, dataFolder: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!postmaster.hasExited() && Date.now() < deadline) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === WRONG_PASSWORD) {
        await stopProcess(postmaster.pid);
        throw new StartError(
          `The password in ${join(dataFolder, "postgres.json")} does not open the database beside it.`,
        );
      }
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(POLL_MS);
  }
  if (!postmaster.hasExited()) await stopProcess(postmaster.pid);
  throw new StartError(`The embedded PostgreSQL did not start; ${join(dataFolder, "postgres.log")} says why.`);
}

/**
 * Ends what an earlier app left behind when it was killed. Only a process that is PostgreSQL on this very folder is
 * touched; a pid that someone else has by now (usual in containers) is merely struck from the record, which would
 * otherwise keep PostgreSQL from starting.
 */
export async function endOrphan(data: string): Promise<void> {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n", 1)[0]);
  if (isPostmasterOf(pid, data)) await stopProcess(pid);
  else rmSync(file, { force: true });
}

function isPostmasterOf(pid: number, data: string): boolean {
  const command = readCommandLine(pid);
  if (!command?.includes("postgres")) return false;
  return command.includes(data) || command.includes(realpathSync(data));
}

/** Fast shutdown, which ends sessions and checkpoints; if that hangs, the immediate one, which the next start repairs. */
export async function stopProcess(pid: number): Promise<void> {
  signalProcess(pid, "SIGINT");
  if (await hasEnded(pid, FAST_STOP_MS)) return;
  signalProcess(pid, "SIGQUIT");
  await hasEnded(pid, IMMEDIATE_STOP_MS);
}

export function signalProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}

async function hasEnded(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
