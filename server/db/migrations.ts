import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@/server/platform/start-error";
import { type Queryable, query } from "./query";
import { sql } from "./sql";

/** The table that Prisma keeps them in. */
export const HISTORY_TABLE = "_prisma_migrations";

interface MigrationHistory {
  readonly applied: ReadonlySet<string>;
  /** One that stopped half-way; null: none did. */
  readonly stopped: string | null;
}

/** Where the migrations of this version are: a build has a copy, since a checkout may be of a newer version by now. */
export function migrationsRoot(checkout: string): string {
  // The compiler would take the whole checkout for what may be read here.
  const build = join(/* turbopackIgnore: true */ checkout, process.env.CLOSED_LOOP_BUILD || ".");
  return existsSync(/* turbopackIgnore: true */ join(build, "prisma/migrations")) ? build : checkout;
}

/** The migrations of this version, where the checkout is. */
export function listMigrations(checkout: string): string[] {
  return readdirSync(join(migrationsRoot(checkout), "prisma", "migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** What the database says was done to it; an empty one says nothing. Throws UnavailableError when it cannot be reached. */
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
 * Whether the database has what this checkout was written for; where the app was put without its migrations, whether it has
 * any. Throws UnavailableError when it cannot be reached.
 */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const { applied } = await readMigrations(db);
  return applied.size > 0 && wantedHere().every((name) => applied.has(name));
}

/** Whether a version before the first release made the database: it has migrations, and not the first one of a checkout. */
function isUnreleased(applied: ReadonlySet<string>, checkout: string): boolean {
  const [first] = listMigrations(checkout);
  return applied.size > 0 && first !== undefined && !applied.has(first);
}

/** Throws StartError for a database of a version before the first release: nothing upgrades that. */
export function refuseUnreleased(applied: ReadonlySet<string>, checkout = process.cwd()): void {
  if (!isUnreleased(applied, checkout)) return;
  throw new StartError(
    "A version before 0.3.0, the first release, made this database, and nothing upgrades it: start with an empty one. An embedded database lies in .data: move that folder away.",
  );
}

/** Migrations in the database that this version does not know: a newer version made them. */
export async function migrationsAhead(db: Queryable, root = process.cwd()): Promise<string[]> {
  const known = new Set(listMigrations(root));
  const { applied } = await readMigrations(db);
  return isUnreleased(applied, root) ? [] : [...applied].filter((name) => !known.has(name)).sort();
}

/** One sentence, for whoever runs an older version on it. */
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
