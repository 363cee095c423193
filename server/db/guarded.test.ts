import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { UnavailableError } from "@/server/platform/unavailable";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { type Attempt, onGuardedEnd, runGuarded, STALE } from "./guarded";
import { getPool } from "./pool";
import { query } from "./query";
import { sql } from "./sql";

withTestDatabase();

async function createCounter(): Promise<void> {
  await queryTestDatabase("DROP TABLE IF EXISTS counter");
  await queryTestDatabase("CREATE TABLE counter (id int PRIMARY KEY, value int NOT NULL, version int NOT NULL)");
  await queryTestDatabase("INSERT INTO counter VALUES (1, 0, 0), (2, 0, 0)");
}

async function readCounter(id = 1) {
  const [row] = await queryTestDatabase<{ value: number; version: number }>(
    "SELECT value, version FROM counter WHERE id = $1",
    [id],
  );
  return row?.value;
}

test("the first attempt locks nothing, every later one runs in a transaction that locks", async () => {
  const seen: boolean[] = [];
  const result = await runGuarded(async ({ db, isLocking }) => {
    seen.push(isLocking);
    const [first] = await query<{ xid: string }>(db, sql`SELECT pg_current_xact_id()::text AS xid`);
    const [second] = await query<{ xid: string }>(db, sql`SELECT pg_current_xact_id()::text AS xid`);
    assert.equal(first?.xid === second?.xid, isLocking);
    return seen.length < 3 ? STALE : "done";
  });
  assert.equal(result, "done");
  assert.deepEqual(seen, [false, true, true]);
});

test("40 readers deciding and writing at once all count, though the version guards each write", async () => {
  await createCounter();
  await Promise.all(Array.from({ length: 40 }, () => runGuarded(addOne)));
  assert.equal(await readCounter(), 40);
});

async function addOne({ db, isLocking }: Attempt): Promise<true | typeof STALE> {
  const lock = isLocking ? sql`FOR NO KEY UPDATE` : sql``;
  const [read] = await query<{ version: number }>(db, sql`SELECT version FROM counter WHERE id = 1 ${lock}`);
  const written = await query(
    db,
    sql`UPDATE counter SET value = value + 1, version = version + 1 WHERE id = 1 AND version = ${read?.version ?? 0}
      RETURNING id`,
  );
  return written.length > 0 ? true : STALE;
}

test("a stale read ends as unavailable after four attempts", async () => {
  let attempts = 0;
  const stale = runGuarded(async () => {
    attempts += 1;
    return STALE;
  });
  await assert.rejects(stale, UnavailableError);
  assert.equal(attempts, 4);
});

test("a query with only some guards matched is undone and tried again", async () => {
  await createCounter();
  let attempts = 0;
  const result = await runGuarded(async ({ db }) => {
    attempts += 1;
    const second = attempts === 1 ? 99 : 2;
    await query(
      db,
      sql`WITH a AS (UPDATE counter SET value = value + 1 WHERE id = 1 RETURNING 1),
        b AS (UPDATE counter SET value = value + 1 FROM a WHERE id = ${second} RETURNING 1)
        SELECT require_guard((SELECT count(*) FROM a) = (SELECT count(*) FROM b))`,
    );
    return "whole";
  });
  assert.equal(result, "whole");
  assert.deepEqual([attempts, await readCounter(1), await readCounter(2)], [2, 1, 1]);
});

test("an end warns of leftovers, unless the attempt that counted knew better", async () => {
  const ends: boolean[] = [];
  onGuardedEnd(({ mayHaveLeft }) => void ends.push(mayHaveLeft));
  await runGuarded(async () => "did not say");
  await runGuarded(async ({ leavesNothing }) => leavesNothing?.());
  await runGuarded(async ({ isLocking, leavesNothing }) => {
    if (isLocking) return "the second, which did not say";
    leavesNothing?.();
    return STALE;
  });
  assert.deepEqual(ends, [true, false, true]);
});

test("a deadlock is tried again", async () => {
  await createCounter();
  const arrivals: (() => void)[] = [];
  /** Both have updated their first row before either asks for its second. */
  const meet = () =>
    new Promise<void>((resolve) => {
      arrivals.push(resolve);
      if (arrivals.length >= 2) for (const arrive of arrivals) arrive();
    });
  let end = () => {};
  /** Keeps the loser from retaking its first row before the winner has woken up, and losing again. */
  const oneIsThrough = new Promise<void>((resolve) => {
    end = resolve;
  });
  const lockBoth = async (first: number, second: number) => {
    let attempts = 0;
    await runGuarded(async ({ db, isLocking }) => {
      attempts += 1;
      // The first attempt runs outside a transaction, so it can't deadlock.
      if (!isLocking) return STALE;
      if (attempts > 2) await oneIsThrough;
      await query(db, sql`UPDATE counter SET value = value + 1 WHERE id = ${first}`);
      await meet();
      await query(db, sql`UPDATE counter SET value = value + 1 WHERE id = ${second}`);
      return "both";
    });
    end();
    return attempts;
  };
  const attempts = await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
  assert.deepEqual(attempts.toSorted(), [2, 3], "one went through, the other lost the deadlock once");
  assert.deepEqual([await readCounter(1), await readCounter(2)], [2, 2]);
});

test("any other error ends it at once, undoes the transaction and gives the connection back", async () => {
  await createCounter();
  let attempts = 0;
  const failing = runGuarded(async ({ db, isLocking }) => {
    attempts += 1;
    if (!isLocking) return STALE;
    await query(db, sql`UPDATE counter SET value = 7 WHERE id = 1`);
    throw new RangeError("not ours to retry");
  });
  await assert.rejects(failing, RangeError);
  assert.equal(attempts, 2);
  assert.equal(await readCounter(), 0);
  assert.equal(getPool().idleCount, getPool().totalCount);
});

test("sessions are READ COMMITTED whatever the database's default is", async () => {
  await getPool().query(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = ''repeatable read''', current_database()); END $$",
  );
  const fresh = new pg.Pool(getPool().options);
  const { rows } = await fresh.query("SHOW transaction_isolation");
  await fresh.end();
  assert.deepEqual(rows, [{ transaction_isolation: "read committed" }]);
});
