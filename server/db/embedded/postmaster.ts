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

/** A throwaway cluster doesn't have to survive a crash, which makes writes many times faster. */
const THROWAWAY_SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** PostgreSQL's defaults are meant for tiny machines (decision 112). */
function durableSettings(): readonly string[] {
  // In a container, its own memory limit.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const eighth = Math.floor(memory / 8 / MEGABYTE);
  return [
    `shared_buffers=${Math.max(128, Math.min(1_024, eighth))}MB`,
    "min_wal_size=512MB",
    "max_wal_size=2GB",
    "checkpoint_timeout=15min",
    // Fast-growing tables are analyzed every minute, next to payments (decision 112).
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
    settings?: readonly string[];
  },
): Postmaster {
  const { port, isDurable, maxConnections, archive, settings: given = [] } = options;
  const settings = [
    "listen_addresses=127.0.0.1",
    // Nobody uses the socket, and its path may exceed the length limit.
    "unix_socket_directories=",
    `max_connections=${maxConnections}`,
    "password_encryption=scram-sha-256",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_checkpoints=off",
    // Refused repeats are errors to PostgreSQL but routine here; they would fill the log.
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
      // A separate session, so that Ctrl-C doesn't stop it before the app has drained.
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

/** Resolves when the server accepts our password, however long crash recovery takes. */
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
 * Ends a server left behind by a killed app. Only touches a process that is PostgreSQL on this folder; a pid reused by another
 * process (common in containers) is just removed from the record, which would otherwise keep PostgreSQL from starting.
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

/** Fast shutdown; if that hangs, an immediate one, from which the next start recovers. */
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
    // The process has already ended.
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
