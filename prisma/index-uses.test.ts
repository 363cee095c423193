import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { INDEX_USES } from "./index-uses";

withTestDatabase();

test("every index but a rule's names the query that it serves", async () => {
  const rows = await queryTestDatabase<{ name: string }>(
    `SELECT i.relname AS name FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
     WHERE t.relnamespace = 'public'::regnamespace AND NOT x.indisunique AND NOT t.relispartition
       AND t.relname NOT LIKE '\\_prisma%' ORDER BY 1`,
  );
  assert.deepEqual(
    Object.keys(INDEX_USES),
    rows.map(({ name }) => name),
  );
});

test("the queries named by indexes are there", () => {
  const source = readdirSync("server", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes(".test.") && !file.startsWith("testing"))
    .map((file) => readFileSync(join("server", file), "utf8"))
    .join("\n");
  const named = [...new Set(Object.values(INDEX_USES).flat())];
  assert.deepEqual(
    named.filter((name) => !new RegExp(`(function|const) ${name}\\b`).test(source)),
    [],
  );
});
