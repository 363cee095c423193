import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { columnsOf, FILLED, snakeCase, TABLES } from "./insert-rows";
import { getPool } from "./pool";
import { query } from "./query";
import { sql } from "./sql";

withTestDatabase();

test("tables and columns are named as the database names them", async () => {
  const rows = await query<{ tableName: string; columns: string[] }>(
    getPool(),
    sql`SELECT table_name, array_agg(column_name::text) AS columns FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name NOT LIKE '\\_prisma%'
        AND (SELECT relkind IN ('r', 'p') AND NOT relispartition FROM pg_class WHERE oid = table_name::regclass) GROUP BY table_name`,
  );
  const filled: Readonly<Record<string, string>> = FILLED;
  const inDatabase = rows.map(({ tableName, columns }) => [
    tableName,
    columns.filter((column) => column !== snakeCase(filled[tableName] ?? "")).sort(),
  ]);
  const derived = TABLES.map((table) => [table, columnsOf[table].list.text.split(", ").sort()]);
  assert.deepEqual(Object.fromEntries(derived), Object.fromEntries(inDatabase));
});
