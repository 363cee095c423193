import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";

withTestDatabase();

const PRISMA = "node_modules/prisma/build/index.js";

test("the migrations lead to schema.prisma", async () => {
  const args = ["migrate", "diff", "--from-config-datasource", "--to-schema", "prisma/schema.prisma", "--exit-code"];
  const { stdout } = await promisify(execFile)(process.execPath, [PRISMA, ...args], { env: process.env });
  assert.match(stdout, /No difference detected/);
});

test("every id is collated C, so that pages by (created, id) are byte order on any database", async () => {
  const rows = await queryTestDatabase<{ column: string }>(
    `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'text' AND (column_name = 'id' OR column_name LIKE '%\\_id')
       AND table_name NOT LIKE '\\_prisma%' AND collation_name IS DISTINCT FROM 'C'`,
  );
  assert.deepEqual(rows, []);
});
