import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Prisma } from "@/prisma/generated/client";
import { tableOf } from "@/server/db/insert-rows";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { DELETED_FROM } from "./app-role";

withTestDatabase({ isApp: true });

const BOOKS = [
  "audit_records",
  "book_blocks",
  "decision_shapes",
  "entries",
  "fundings",
  "merchant_prices",
  "postings",
  "settlement_batches",
];
const MONEY = ["accounts", "authorizations", "captures", "cards", "idempotency_keys", "refunds", "reversals"];

const REFUSED: readonly string[] = [
  ...BOOKS.flatMap((table) => [`DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`, `DROP TABLE ${table} CASCADE`]),
  ...BOOKS.flatMap((table) => [
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    `CREATE TRIGGER mine BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books()`,
    `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
  ]),
  ...MONEY.flatMap((table) => [
    `DELETE FROM ${table}`,
    `TRUNCATE ${table} CASCADE`,
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
  ]),
  "UPDATE audit_records SET actor = 'someone else'",
  "UPDATE book_blocks SET hash = hash",
  "UPDATE fundings SET proof = ''",
  "UPDATE postings SET authorization_id = NULL",
  "UPDATE entries SET amount_minor = amount_minor + 1",
  "UPDATE settlement_batches SET payout_minor = 0",
  "UPDATE merchant_prices SET rate_bps = 0",
  "UPDATE _prisma_migrations SET checksum = ''",
  "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', '', 'mine')",
  "SET session_replication_role = replica",
  "ALTER TABLE accounts DROP CONSTRAINT accounts_member_within_limit",
  "DROP TRIGGER entries_append_only ON entries",
  "CREATE OR REPLACE FUNCTION refuse_change_of_books() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
  "DROP FUNCTION require_guard",
  "SELECT setval('audit_records_number_seq', 1)",
  "CREATE TABLE mine (id int)",
  "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  "DROP TABLE request_records_rest",
  "CREATE ROLE another SUPERUSER",
  "SET ROLE postgres",
];

test("the app's role is refused all that could change the books unseen", async () => {
  const tenant = await createTestTenant();
  await capture(tenant, (await authorize(tenant, await createTestCard(tenant), 10)).recordId);
  const before = await Promise.all([...BOOKS, ...MONEY].map(countRows));
  for (const query of REFUSED) {
    await assert.rejects(queryTestDatabase(query), { code: "42501" }, query);
  }
  assert.deepEqual(await Promise.all([...BOOKS, ...MONEY].map(countRows)), before);
});

test("the owner's functions make and drop partitions of logs, and nothing else", async () => {
  for (const wrong of [
    "make_partition('entries', '2026-03-02', 1)",
    "make_partition('request_records', '2026-03-02', 3)",
  ]) {
    await assert.rejects(queryTestDatabase(`SELECT ${wrong}`), /has no partitions/);
  }
  for (const name of [
    "entries",
    "request_records",
    "request_records_rest",
    "request_records_20300101; DROP TABLE entries",
  ]) {
    assert.deepEqual(await queryTestDatabase("SELECT drop_partition($1) AS done", [name]), [{ done: false }]);
  }
  // Temporary tables, which come first in the search path, must not be affected.
  await queryTestDatabase("CREATE TEMP TABLE request_records (created_at timestamptz) PARTITION BY RANGE (created_at)");
  assert.deepEqual(await queryTestDatabase("SELECT make_partition('request_records', '2026-03-02', 1) AS done"), [
    { done: true },
  ]);
  assert.deepEqual(
    await queryTestDatabase(
      "SELECT inhparent::regclass::text AS parent FROM pg_inherits WHERE inhrelid = 'request_records_20260302'::regclass",
    ),
    [{ parent: "public.request_records" }],
  );
  assert.deepEqual(await queryTestDatabase("SELECT drop_partition('request_records_20260302') AS done"), [
    { done: true },
  ]);
  await queryTestDatabase("DROP TABLE IF EXISTS pg_temp.request_records");
});

const TABLE_OF_MODEL = new Map<string, string>(
  Object.values(Prisma.ModelName).map((model) => [model.charAt(0).toLowerCase() + model.slice(1), tableOf(model)]),
);

test("the app has the right to delete where it does, and nowhere else", () => {
  const found = new Set<string>();
  for (const file of readdirSync("server", { recursive: true, encoding: "utf8" })) {
    if (!/\.ts$/.test(file) || /\.(test|long)\.ts$/.test(file) || file.startsWith("testing")) continue;
    const source = readFileSync(join("server", file), "utf8");
    for (const [, table = ""] of source.matchAll(/DELETE FROM ([a-z_]+)/g)) found.add(table);
    for (const [, model = ""] of source.matchAll(/\.(\w+)\.delete(?:Many)?\(/g)) {
      const table = TABLE_OF_MODEL.get(model);
      if (table) found.add(table);
    }
  }
  // Tables deleted from by age are listed in kept-tables.ts.
  const kept = readFileSync("server/domain/retention/kept-tables.ts", "utf8");
  for (const [, table = ""] of kept.matchAll(/^ {2}([a-z_]+): \{[^}]*by: "forget-old"/gm)) found.add(table);
  // Default partitions of the request logs, whose names are composed at run time.
  for (const table of ["request_bodies_rest", "request_records_rest", "webhook_attempts_rest"]) found.add(table);
  assert.deepEqual([...DELETED_FROM], [...found].sort());
});
