import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readForPage } from "@/server/domain/read-for-page";
import { withTestDatabase } from "@/server/testing/database";
import { getPool } from "./pool";

withTestDatabase();
before(() => {
  process.env.DATABASE_READ_URL = process.env.TEST_DATABASE_ADMIN_URL;
});

test("a foreign database is never read from as a replica", async () => {
  const { rows } = await readForPage(() => getPool().query("SELECT current_database() AS name"));
  assert.deepEqual(rows, [{ name: new URL(process.env.DATABASE_URL ?? "").pathname.slice(1) }]);
});
