import { chmodSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { DATABASE_NAME, startEmbeddedDatabase } from "@/server/db/embedded";
import { migrate } from "@/server/db/migrate";
import { getPool } from "@/server/db/pool";
import { randomHex } from "@/server/platform/crypto";
import { parentOf } from "./processor-time";

type Environment = Readonly<Record<string, string>>;

export interface BenchDatabase {
  /** Environment variables for every process on this database. */
  readonly env: Environment;
  /** Creates another database on the same server, migrated and empty. */
  another(name: string): Promise<Environment>;
  stop(): Promise<void>;
}

/** All contestants keep their connections open between turns, with their prepared statements. */
const MAX_CONNECTIONS = 250;

/** Preallocated WAL files. */
const LOG_FILES = 64;
const LOG_FILE_MEGABYTES = 16;

/**
 * A database that has been up for a while recycles its WAL files. A new one has none, and commits wait up to 50 ms for each to
 * be created.
 */
export async function provideLogFiles(): Promise<void> {
  for (let i = 0; i < LOG_FILES; i += 1) {
    await getPool().query("SELECT pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()");
  }
  await getPool().query("CHECKPOINT");
}

/** Unset whatever the shell has set, so that the bench runs on production's defaults. */
const UNSET = ["REDIS_URL", "BCRYPT_MAX_COST", "HOST", "PUBLIC_URL", "DATABASE_POOL_SIZE", "SEED_SANDBOX"];
const NO_INNGEST = ["INNGEST_BASE_URL", "INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"];

/** The settings that docs/capacity.md recommends for a large database. */
function settingsForLarge(): readonly string[] {
  const quarter = Math.floor(totalmem() / 4 / 1_048_576);
  return [`shared_buffers=${quarter}MB`, "max_wal_size=16GB"];
}

/** The PostgreSQL that `npm start` runs, with full durability: the cost of a commit is part of the figures. */
export async function startDatabase(folder: string, isLarge: boolean): Promise<BenchDatabase> {
  chmodSync(folder, 0o711);
  const dataFolder = join(folder, "data");
  const database = await startEmbeddedDatabase({
    ...{ dataFolder, databaseName: DATABASE_NAME, maxConnections: MAX_CONNECTIONS },
    settings: [`min_wal_size=${LOG_FILES * LOG_FILE_MEGABYTES}MB`, ...(isLarge ? settingsForLarge() : [])],
  });
  await migrate(database.url);
  const env = {
    ...Object.fromEntries([...UNSET, ...NO_INNGEST].map((name) => [name, ""])),
    NODE_ENV: "production",
    LOG_LEVEL: "info",
    DATABASE_URL: database.url,
    HMAC_KEY: randomHex(32),
  };
  // Don't log the requests that seed.
  Object.assign(process.env, env, { LOG_LEVEL: "error" });
  const another = async (name: string) => {
    await getPool().query(`CREATE DATABASE ${name}`);
    const url = new URL(database.url);
    url.pathname = name;
    await migrate(url.href);
    return { ...env, DATABASE_URL: url.href };
  };
  return { env, another, stop: database.stop };
}

export async function inspectDatabase(): Promise<{ readonly version: string; readonly postmaster: number }> {
  const { rows } = await getPool().query(
    "SELECT current_setting('server_version') AS version, pg_backend_pid() AS pid",
  );
  const { version, pid } = rows[0];
  return { version, postmaster: parentOf(pid) ?? 0 };
}
