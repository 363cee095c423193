import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@/server/platform/start-error";
import { type Queryable, query } from "./query";
import { sql } from "./sql";

export const HISTORY_TABLE = "_prisma_migrations";

interface MigrationHistory {
  readonly applied: ReadonlySet<string>;
  readonly stopped: string | null;
}

/** Folder of this version's migrations. A build has its own copy, since the checkout may have been updated since. */
export function migrationsRoot(checkout: string): string {
  // Without the hints the bundler would trace the whole checkout.
  const build = join(/* turbopackIgnore: true */ checkout, process.env.CLOSED_LOOP_BUILD || ".");
  return existsSync(/* turbopackIgnore: true */ join(build, "prisma/migrations")) ? build : checkout;
}

export function listMigrations(checkout: string): string[] {
  return readdirSync(join(migrationsRoot(checkout), "prisma", "migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The migrations recorded in the database; an empty database has none. Throws UnavailableError if it is unreachable. */
export async function readMigrations(db: Queryable): Promise<MigrationHistory> {
  const [found] = await query<{ table: string | null }>(db, sql`SELECT to_regclass(${HISTORY_TABLE})::text AS table`);
  if (!found?.table) return { applied: new Set(), stopped: null };
  const rows = await query<{ name: string; isFinished: boolean }>(
    db,
    sql`SELECT migration_name AS name, finished_at IS NOT NULL AS is_finished FROM _prisma_migrations
      WHERE rolled_back_at IS NULL`,
  );
  const stopped = rows.find(({ isFinished }) => !isFinished)?.name ?? null;
  return { applied: new Set(rows.filter(({ isFinished }) => isFinished).map(({ name }) => name)), stopped };
}

/**
 * Whether the database has all migrations of this checkout, or, if the app was deployed without them, any at all. Throws
 * UnavailableError if it is unreachable.
 */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const { applied } = await readMigrations(db);
  return applied.size > 0 && wantedHere().every((name) => applied.has(name));
}

/** Whether the database predates the first release: it has migrations, but not the checkout's first. */
function isUnreleased(applied: ReadonlySet<string>, checkout: string): boolean {
  const [first] = listMigrations(checkout);
  return applied.size > 0 && first !== undefined && !applied.has(first);
}

/** Throws StartError for a database that predates the first release, which can't be upgraded. */
export function refuseUnreleased(applied: ReadonlySet<string>, checkout = process.cwd()): void {
  if (!isUnreleased(applied, checkout)) return;
  throw new StartError(
    "A version before 0.3.0, the first release, made this database, and nothing upgrades it: start with an empty one. An embedded database lies in .data: move that folder away.",
  );
}

/** Migrations in the database that this version doesn't know, so a newer version has applied them. */
export async function migrationsAhead(db: Queryable, root = process.cwd()): Promise<string[]> {
  const known = new Set(listMigrations(root));
  const { applied } = await readMigrations(db);
  return isUnreleased(applied, root) ? [] : [...applied].filter((name) => !known.has(name)).sort();
}

export function describeAhead(names: readonly string[]): string {
  const what = names.length === 1 ? "a migration" : `${names.length} migrations`;
  return `The database is ahead of this version: it has ${what} that this one doesn't know, up to ${names.at(-1)}. See "Going back" in docs/deploy.md.`;
}

function wantedHere(): string[] {
  try {
    return listMigrations(process.cwd());
  } catch {
    return [];
  }
}
