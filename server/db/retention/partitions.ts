import { getPool } from "../pool";
import { query } from "../query";
import { raw, type Sql, sql } from "../sql";
import { inTransaction } from "../transaction";

/**
 * A table that grows with every request and needs no uniqueness across all time is partitioned by time, so that old rows go by
 * dropping a table. A partition is named after its first day: `request_records_20261122`. Rows without a partition go to
 * `<table>_rest`, so that none is ever refused.
 */
export interface Partitioned {
  readonly table: "request_records" | "request_bodies" | "webhook_attempts";
  /** The partition column; the SQL function `make_partition` repeats it. */
  readonly by: string;
  readonly daysEach: 1 | 7;
  readonly keptDays: number;
}

const DAY_MS = 86_400_000;
/** Partitions are created this many spans ahead, so the job may be down that long. */
const AHEAD = 7;
const BATCH = 5_000;
const MAX_BATCHES = 1_000;

interface Span {
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

/** Seven-day spans start on Mondays. */
function spanAt({ table, daysEach }: Partitioned, time: number): Span {
  const monday = 4;
  const day = Math.floor(time / DAY_MS);
  const first = daysEach === 1 ? day : day - ((day - monday) % daysEach);
  const from = new Date(first * DAY_MS);
  const name = `${table}_${from.toISOString().slice(0, 10).replaceAll("-", "")}`;
  return { name, from, to: new Date((first + daysEach) * DAY_MS) };
}

async function listPartitions({ table }: Partitioned): Promise<string[]> {
  const rows = await query<{ name: string }>(
    getPool(),
    sql`SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ${table}::regclass`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Creates missing partitions for now and the spans ahead. Safe to run concurrently. Writers wait for milliseconds at most: if
 * it can't get its lock in time, it throws and has to be run again. Returns the names created.
 */
export async function makePartitions(partitioned: Partitioned, now: Date): Promise<string[]> {
  const there = new Set(await listPartitions(partitioned));
  const spanMs = partitioned.daysEach * DAY_MS;
  const spans = Array.from({ length: 1 + AHEAD }, (_, at) => spanAt(partitioned, now.getTime() + at * spanMs));
  const missing = spans.filter(({ name }) => !there.has(name));
  for (const span of missing) await makePartition(partitioned, span);
  return missing.map(({ name }) => name);
}

/** Calls a function of the tables' owner, since the app's role may not create or drop tables. */
async function makePartition({ table, daysEach }: Partitioned, { from }: Span): Promise<void> {
  await inTransaction(async (db) => {
    await query(db, sql`SET LOCAL lock_timeout = '2s'`);
    await query(db, sql`SELECT make_partition(${table}, ${from.toISOString().slice(0, 10)}::date, ${daysEach}::int)`);
  });
}

/**
 * Drops expired partitions, and deletes up to 5 million rows from `<table>_rest`. A partition with one row to be kept stays.
 * Safe to run concurrently.
 */
export async function dropPartitions(
  partitioned: Partitioned,
  now: Date,
): Promise<{ dropped: string[]; deleted: number }> {
  const cutoff = new Date(now.getTime() - partitioned.keptDays * DAY_MS);
  const dropped = (await listPartitions(partitioned))
    .filter((name) => endOf(partitioned, name) <= cutoff.getTime())
    .sort();
  for (const name of dropped) {
    await inTransaction(async (db) => {
      await query(db, sql`SET LOCAL lock_timeout = '2s'`);
      await query(db, sql`SELECT drop_partition(${name})`);
    });
  }
  return { dropped, deleted: await trimRest(partitioned, sql`${cutoff}`) };
}

function endOf(partitioned: Partitioned, name: string): number {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return day === undefined
    ? Number.POSITIVE_INFINITY
    : spanAt(partitioned, Date.parse(`${year}-${month}-${day}`)).to.getTime();
}

async function trimRest({ table, by }: Partitioned, cutoff: Sql): Promise<number> {
  const rest = raw(`${table}_rest`);
  let trimmed = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const rows = await query(
      getPool(),
      sql`WITH old AS (SELECT id FROM ${rest} WHERE ${raw(by)} < ${cutoff} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        DELETE FROM ${rest} r USING old WHERE r.id = old.id RETURNING 1`,
    );
    trimmed += rows.length;
    if (rows.length < BATCH) break;
  }
  return trimmed;
}
