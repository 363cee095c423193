import { readdirSync } from "node:fs";
import { join } from "node:path";
import { query } from "./query";
import { sql } from "./sql";

/** The migrations of this checkout; null where the app was put without them. */
function listMigrations(): string[] | null {
  try {
    const entries = readdirSync(join(process.cwd(), "prisma", "migrations"), { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return null;
  }
}

/** Whether the database has what this checkout was written for. Throws UnavailableError when it cannot be reached. */
export async function isMigrated(db: Parameters<typeof query>[0]): Promise<boolean> {
  const [found] = await query<{ table: string | null }>(
    db,
    sql`SELECT to_regclass('_prisma_migrations')::text AS table`,
  );
  if (!found?.table) return false;
  const wanted = listMigrations();
  const rows = await query<{ name: string }>(
    db,
    sql`SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  return wanted === null || wanted.every((name) => applied.has(name));
}
