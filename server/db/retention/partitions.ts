import { getPool } from "../pool";
import { query } from "../query";
import { raw, type Sql, sql } from "../sql";
import { inTransaction } from "../transaction";

/**
 * Tables that grow with every request and in which nothing must be unique over all time are cut by time, so that what is
 * old goes by dropping a table. A partition is named by its first day: `request_records_20261122`. What no partition takes
 * goes to `<table>_rest`, so that a row is never refused because a partition is missing.
 */
export interface Partitioned {
  readonly table: "request_records" | "request_bodies" | "webhook_attempts";
  /** The column that says when; `make_partition` knows it too. */
  readonly by: string;
  readonly daysEach: 1 | 7;
  readonly keptDays: number;
}

const DAY_MS = 86_400_000;
/** Partitions are made for so many spans beside the present one: the engine may stand still for as long. */
const AHEAD = 7;
/** Deleted at a time from what no partition took. */
const BATCH = 5_000;
const MAX_BATCHES = 1_000;

interface Span {
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

/** Spans of seven days begin on Mondays. */
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
 * Makes the partitions of now and of the time to come that are not there. Safe to run at any time and by several at once. A
 * writer waits for it for milliseconds; where it would have to wait itself, it gives up: throws, and is to be run again.
 * Returns the names of those it made.
 */
export async function makePartitions(partitioned: Partitioned, now: Date): Promise<string[]> {
  const there = new Set(await listPartitions(partitioned));
  const spanMs = partitioned.daysEach * DAY_MS;
  const spans = Array.from({ length: 1 + AHEAD }, (_, at) => spanAt(partitioned, now.getTime() + at * spanMs));
  const missing = spans.filter(({ name }) => !there.has(name));
  for (const span of missing) await makePartition(partitioned, span);
  return missing.map(({ name }) => name);
}

/** By a function of the tables' owner: who serves requests may neither make nor drop a table. */
async function makePartition({ table, daysEach }: Partitioned, { from }: Span): Promise<void> {
  await inTransaction(async (db) => {
    await query(db, sql`SET LOCAL lock_timeout = '2s'`);
    await query(db, sql`SELECT make_partition(${table}, ${from.toISOString().slice(0, 10)}::date, ${daysEach}::int)`);
  });
}

/**
 * Forgets what is older than it is kept: drops the partitions that hold nothing younger, and deletes from the rest, at most
 * 5 million rows. A partition with one row that is still kept stays whole. Safe to run at any time and by several at once.
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

/** When a partition is over, in milliseconds. The default partition (`_rest`) never is. */
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
