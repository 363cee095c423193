import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { newClient } from "./client";
import { StartError } from "./embedded";
import {
  HISTORY_TABLE,
  listMigrations,
  migrationsAhead,
  migrationsRoot,
  readMigrations,
  refuseUnreleased,
} from "./migrations";
import { requireOrdinary, rightsOfApp } from "./rights/app-role";
import { settingsOfRole } from "./session-settings";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const LOCK_KEY = 7_240_631_105;

const CONNECT_TIMEOUT_MS = 10_000;

/** Same layout as Prisma's, so that its CLI can read our history, and vice versa. */
const CREATE_HISTORY = `CREATE TABLE IF NOT EXISTS ${HISTORY_TABLE} (
  id varchar(36) PRIMARY KEY,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

/**
 * Applies the missing migrations and returns their names. Reads first, so that an up-to-date database takes no lock. Each
 * migration and its history row are one transaction. If several processes start at once, one migrates and the others wait.
 * `appRole` gets exactly the rights that the app needs.
 */
export async function migrate(
  databaseUrl: string,
  { root = ROOT, appRole = null }: { readonly root?: string; readonly appRole?: string | null } = {},
): Promise<readonly string[]> {
  return withClient(databaseUrl, async (client) => {
    const missing = await readMissing(client, root);
    if (missing.length > 0) await refuseForeign(client);
    const applied = [];
    for (const name of missing) if (await apply(client, root, name)) applied.push(name);
    if (appRole !== null) await giveRights(client, appRole);
    return applied;
  });
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient(databaseUrl, { connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A lost connection fails the current query as well; without a listener it would crash the process.
  client.on("error", () => undefined);
  await client.connect().catch((error: Error) => {
    throw new StartError(`The database that DATABASE_URL names can't be opened: ${reasonOf(error)}.`);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function readMigrationsAhead(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, (client) => migrationsAhead(client, ROOT));
}

export async function readAppliedMigrations(databaseUrl: string): Promise<string[]> {
  const client = newClient(databaseUrl, { connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { applied } = await readMigrations(client);
    return [...applied].sort();
  } finally {
    await client.end();
  }
}

async function readMissing(client: pg.Client, root: string): Promise<string[]> {
  const { applied, stopped } = await readMigrations(client);
  if (stopped !== null) {
    throw new StartError(
      `Migration ${stopped} stopped half-way: repair the database, then tell Prisma with "npx prisma migrate resolve".`,
    );
  }
  refuseUnreleased(applied, root);
  return listMigrations(root).filter((name) => !applied.has(name));
}

/** For poolers in transaction mode: stores the settings as defaults of the URL's role, for new connections. */
export async function setDefaultsOfRole(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
    for (const setting of settingsOfRole(rows[0]?.name ?? "")) await client.query(setting);
  });
}

/** In one transaction and one process at a time, since concurrent GRANTs fail each other. */
async function giveRights(client: pg.Client, appRole: string): Promise<void> {
  await requireOrdinary(client, appRole);
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK_KEY]);
    for (const right of rightsOfApp(appRole)) await client.query(right);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw new StartError(`The rights of ${appRole} could not be set: ${reasonOf(error)}.`);
  }
}

/** Protects another application's database that was configured by mistake. */
async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "SELECT to_regclass($1) IS NULL AND EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema()) AS is_foreign",
    [HISTORY_TABLE],
  );
  if (rows[0]?.is_foreign) {
    throw new StartError(
      "The database that DATABASE_URL names holds tables of something else: give Closed Loop its own.",
    );
  }
}

/** False if another process was faster. The lock ends with the transaction, so it works through any pooler. */
async function apply(client: pg.Client, root: string, name: string): Promise<boolean> {
  const script = readFileSync(join(migrationsRoot(root), "prisma", "migrations", name, "migration.sql"), "utf8");
  await client.query("BEGIN");
  try {
    // Overrides the role's own timeout: an index on a large table takes its time.
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK_KEY]);
    await client.query(CREATE_HISTORY);
    const isMissing = (await readMissing(client, root)).includes(name);
    if (isMissing) {
      await client.query(script);
      await client.query(
        `INSERT INTO ${HISTORY_TABLE} (id, checksum, migration_name, finished_at, applied_steps_count)
          VALUES ($1, $2, $3, clock_timestamp(), 1)`,
        [randomUUID(), createHash("sha256").update(script).digest("hex"), name],
      );
    }
    await client.query("COMMIT");
    return isMissing;
  } catch (error) {
    // A lost connection has rolled back by itself.
    await client.query("ROLLBACK").catch(() => undefined);
    if (error instanceof StartError) throw error;
    throw new StartError(`Migration ${name} could not be applied, and nothing of it was: ${reasonOf(error)}.`);
  }
}

/** Never includes the URL, which contains a password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
