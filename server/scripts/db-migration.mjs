/**
 * npm run db:migration -- NAME: writes a migration from the checkout's migrations to prisma/schema.prisma. Review it before you
 * commit it: what Prisma doesn't support, such as checks and triggers, has to be added by hand.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { installed, ROOT, runNode, runScript, Stop, say } from "./run.mjs";
import { withThrowawayDatabase } from "./throwaway.mjs";

const migrations = join(ROOT, "prisma", "migrations");
const LOCK =
  '# Kept in version control. Tells Prisma which database the migrations are for.\nprovider = "postgresql"\n';

await runScript(async () => {
  const name = (process.argv[2] ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "_");
  if (!/[a-z0-9]/.test(name)) throw new Stop("Name the migration: npm run db:migration -- add-something");
  await prepare({ isBuilt: false });
  mkdirSync(migrations, { recursive: true });
  const lock = join(migrations, "migration_lock.toml");
  if (!existsSync(lock)) writeFileSync(lock, LOCK);

  const sql = await withThrowawayDatabase(({ url }) => describeChange(url));
  if (!/^(?!--)\S/m.test(sql)) return say("The migrations already lead to the schema: nothing to write.");
  const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(migrations, `${timestamp}_${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "migration.sql"), sql);
  say(`Wrote prisma/migrations/${timestamp}_${name}/migration.sql`);
});

async function describeChange(url) {
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-migration-"));
  const output = join(folder, "migration.sql");
  try {
    const ends = ["--from-config-datasource", "--to-schema", "prisma/schema.prisma"];
    const args = [installed("prisma/build/index.js"), "migrate", "diff", ...ends, "--script", "--output", output];
    const result = await runNode(args, { env: { DATABASE_URL: url, NO_COLOR: "1" } });
    if (result.code !== 0) throw new Stop(`${result.output}\nPrisma could not compare the database with the schema.`);
    return readFileSync(output, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
