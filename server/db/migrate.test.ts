import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { migrate } from "./migrate";
import { isMigrated, migrationsAhead } from "./migrations";
import { getPool } from "./pool";

withTestDatabase({ isEmpty: true });

const root = mkdtempSync(join(tmpdir(), "closed-loop-migrations-"));
after(() => rmSync(root, { recursive: true }));

function write(name: string, script: string): void {
  const folder = join(root, "prisma", "migrations", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "migration.sql"), script);
}

const migrateHere = () => migrate(process.env.DATABASE_URL ?? "", { root });

const read = async (text: string) => (await getPool().query(text)).rows;

beforeEach(async () => {
  await getPool().query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  rmSync(join(root, "prisma"), { recursive: true, force: true });
  write("1_first", "CREATE TABLE first (id int); INSERT INTO first VALUES (1);");
  write("2_second", "ALTER TABLE first ADD COLUMN name text;");
});

test("applies what is missing, in order and once", async () => {
  assert.deepEqual(await migrateHere(), ["1_first", "2_second"]);
  assert.deepEqual(await migrateHere(), []);
  write("3_third", "INSERT INTO first VALUES (3, 'three');");
  assert.deepEqual(await migrateHere(), ["3_third"]);
  assert.deepEqual(await read("SELECT id FROM first ORDER BY id"), [{ id: 1 }, { id: 3 }]);
});

test("a failed migration leaves nothing, and those before it stay", async () => {
  write("3_third", "CREATE TABLE third (id int); INSERT INTO nowhere VALUES (1);");
  await assert.rejects(migrateHere(), {
    message: 'Migration 3_third could not be applied, and nothing of it was: relation "nowhere" does not exist.',
  });
  assert.deepEqual(await read("SELECT to_regclass('third') AS third"), [{ third: null }]);
  write("3_third", "CREATE TABLE third (id int);");
  assert.deepEqual(await migrateHere(), ["3_third"]);
});

test("simultaneous starts apply each migration once", async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, migrateHere));
  assert.deepEqual(applied.flat().sort(), ["1_first", "2_second"]);
  assert.deepEqual(await read("SELECT id FROM first"), [{ id: 1 }]);
});

test("a database of something else is left alone", async () => {
  await getPool().query("CREATE TABLE theirs (id int)");
  await assert.rejects(migrateHere(), /holds tables of something else/);
  assert.deepEqual(await read("SELECT to_regclass('first') AS first"), [{ first: null }]);
});

test("a database from before the first release is left as it is, and the one sentence says what to do", async () => {
  await migrateHere();
  await getPool().query("UPDATE _prisma_migrations SET migration_name = '0_before' WHERE migration_name = '1_first'");
  await assert.rejects(migrateHere(), /A version before 0\.3\.0.*start with an empty one/);
  assert.deepEqual(await migrationsAhead(getPool(), root), []);
  assert.deepEqual(await read("SELECT to_regclass('first') AS first"), [{ first: "first" }]);
});

test("a migration left half-way by Prisma is not gone past", async () => {
  await migrateHere();
  await getPool().query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_second'");
  await assert.rejects(migrateHere(), /Migration 2_second stopped half-way/);
});

test("the migrations of this checkout lead from nothing to what it was written for", async () => {
  await migrate(process.env.DATABASE_URL ?? "");
  assert.equal(await isMigrated(getPool()), true);
});
