import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { raw, sql } from "@/server/db/sql";
import { announceStop, bindFunctionsCheck } from "@/server/domain/health";
import { UnavailableError } from "@/server/platform/unavailable";
import { withTestDatabase } from "@/server/testing/database";
import { withDatabaseLink } from "@/server/testing/faults/database-link";
import { PROBES } from "./probes";

withTestDatabase();
const link = withDatabaseLink();

const ask = async (path: string) => {
  const answer = await PROBES.get(path)?.();
  return [answer?.status, answer?.body.reason ?? answer?.body.status];
};

test("a database without all migrations is not served, and a hanging one is not waited for", async () => {
  const client = await getPool().connect();
  try {
    await client.query(
      "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)",
    );
    assert.deepEqual(await ask("/readyz"), [503, "database_not_migrated"]);
    await client.query("UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL");
    await client.query("ALTER TABLE _prisma_migrations RENAME TO away");
    assert.deepEqual(await ask("/readyz"), [503, "database_not_migrated"]);
    await client.query("ALTER TABLE away RENAME TO _prisma_migrations");
    await client.query("BEGIN");
    await client.query("LOCK TABLE _prisma_migrations");
    // The database ends a statement after 15 s.
    const askedAt = performance.now();
    assert.deepEqual(await ask("/readyz"), [503, "database_unavailable"]);
    assert.ok(performance.now() - askedAt < 14_000);
    await client.query("ROLLBACK");
  } finally {
    client.release();
  }
  assert.deepEqual(await ask("/readyz"), [200, "ok"]);
});

test("a lost database makes it not ready, but no reason to restart; back again, it is ready", async () => {
  await link.cut();
  assert.deepEqual(await ask("/readyz"), [503, "database_unavailable"]);
  assert.deepEqual(await ask("/livez"), [200, "ok"]);
  await link.restore();
  assert.deepEqual(await ask("/readyz"), [200, "ok"]);
});

test("stopped functions are named", async () => {
  let areRunning = false;
  bindFunctionsCheck(() => ({ isReady: areRunning, detail: null }));
  assert.deepEqual(await ask("/readyz"), [503, "functions_not_running"]);
  areRunning = true;
  assert.deepEqual(await ask("/readyz"), [200, "ok"]);
});

test("a full disk of the database is named", async () => {
  const full =
    "DO $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$";
  assert.deepEqual(await ask("/readyz"), [200, "ok"]);
  await assert.rejects(query(getPool(), sql`${raw(full)}`), UnavailableError);
  assert.deepEqual(await ask("/readyz"), [503, "database_full"]);
});

test("a process soon to end says so", async () => {
  announceStop();
  assert.deepEqual(await ask("/readyz"), [503, "stopping"]);
  assert.deepEqual(await ask("/livez"), [200, "ok"]);
});
