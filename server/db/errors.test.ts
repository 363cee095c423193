import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { UnavailableError } from "@/server/platform/unavailable";
import { withTestDatabase } from "@/server/testing/database";
import { withDatabaseLink } from "@/server/testing/faults/database-link";
import { startDeadHost } from "@/server/testing/faults/dead-host";
import { translateError } from "./errors";
import { getPool } from "./pool";
import { getPrisma } from "./prisma";
import { query } from "./query";
import { sql } from "./sql";
import { inTransaction } from "./transaction";

withTestDatabase();
const link = withDatabaseLink();

test("every error of an away database is reported as such, and nothing else is", () => {
  const away = [
    new Error("Client has encountered a connection error and is not queryable"),
    new Error("Client was closed and is not queryable"),
    new Error("Cannot use a pool after calling end on the pool"),
    new Error("Connection terminated unexpectedly"),
    new Error("timeout exceeded when trying to connect"),
    new Error("timeout expired"),
    ...[
      "ECONNRESET",
      "EPIPE",
      "EAI_AGAIN",
      "EPROTO",
      "ENETRESET",
      "ERR_STREAM_DESTROYED",
      "ERR_SSL_BAD_RECORD_TYPE",
      "57P01",
      "57P03",
      "08006",
      "53300",
      "P1001",
      "P1017",
      "P2024",
      "P2028",
    ].map((code) => Object.assign(new Error("away"), { code })),
    // As Prisma says it of a raw query.
    Object.assign(new Error("Raw query failed. Code: `N/A`. Message: `Server has closed the connection.`"), {
      code: "P2010",
    }),
  ];
  for (const error of away) assert.throws(() => translateError(error), UnavailableError, error.message);
  for (const code of ["42P01", "42703", "P2021"]) {
    const error = Object.assign(new Error("not there"), { code });
    assert.throws(() => translateError(error), { name: "UnavailableError", reason: "not_migrated" });
  }
  const others = [
    new Error("no such column"),
    Object.assign(new Error("taken"), { code: "23505" }),
    Object.assign(new TypeError("ours"), { code: "ERR_INVALID_ARG_TYPE" }),
  ];
  for (const error of others) {
    assert.throws(
      () => translateError(error),
      (thrown) => thrown === error,
    );
  }
});

test("a connection lost inside a transaction, at its start or its end, is the database being away", async () => {
  await inTransaction(async (db) => query(db, sql`SELECT 1`));
  link.loseAnswerTo("COMMIT");
  await assert.rejects(
    inTransaction(async (db) => query(db, sql`SELECT 1`)),
    UnavailableError,
  );
  link.loseAnswerTo("BEGIN");
  await assert.rejects(
    inTransaction(async (db) => query(db, sql`SELECT 1`)),
    UnavailableError,
  );
  link.loseAnswerTo("the middle");
  await assert.rejects(
    inTransaction(async (db) => query(db, sql`SELECT ${"the middle"}::text`)),
    UnavailableError,
  );
  await inTransaction(async (db) => query(db, sql`SELECT 1`));
});

test("a silent host is the database being away", async () => {
  const { port } = new URL((await startDeadHost()).url);
  const client = new pg.Client({ host: "localhost", port: Number(port), connectionTimeoutMillis: 20 });
  const said = await client.connect().then(
    () => null,
    (error: unknown) => error,
  );
  assert.throws(() => translateError(said), UnavailableError);
});

async function endWaiting(how: string): Promise<void> {
  const waiting = "SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'tenants'::regclass";
  for (let ended = 0; ended === 0; ) {
    const { rows } = await getPool().query(`SELECT ${how}(pid) FROM (${waiting}) AS waiting`);
    ended = rows.length;
  }
}

test("a query of Prisma's that the database ended is the database being away", async () => {
  await getPrisma().tenant.count();
  const locker = await getPool().connect();
  try {
    for (const how of ["pg_terminate_backend", "pg_cancel_backend"]) {
      await locker.query("BEGIN; LOCK TABLE tenants IN ACCESS EXCLUSIVE MODE");
      await Promise.all([assert.rejects(getPrisma().tenant.count(), UnavailableError, how), endWaiting(how)]);
      await locker.query("ROLLBACK");
    }
  } finally {
    locker.release(true);
  }
});

test("Prisma says so too", async () => {
  await getPrisma().tenant.count();
  await link.cut();
  try {
    await assert.rejects(getPrisma().tenant.count(), UnavailableError);
  } finally {
    await link.restore();
  }
  await getPrisma().tenant.count();
  assert.equal(getPool().waitingCount, 0);
});
