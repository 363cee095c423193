import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { invalidField, unknownReference } from "./errors";

/** After or before a record of the list; the first page if both are null. */
export interface ApiPosition {
  readonly limit: number;
  readonly startingAfter: string | null;
  readonly endingBefore: string | null;
}

export interface ApiPage<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** From `createdFrom`, before `createdBefore`; null: no bound. */
export interface Span {
  readonly createdFrom: Date | null;
  readonly createdBefore: Date | null;
}

export const EVER: readonly [from: Date, before: Date] = [
  new Date("0001-01-01T00:00:00Z"),
  new Date("9999-12-31T23:59:59Z"),
];

/** Always the same text, since each text is prepared once per connection. */
export function isBetween(createdAt: Sql, { createdFrom, createdBefore }: Span): Sql {
  return sql`${createdAt} >= ${createdFrom ?? EVER[0]} AND ${createdAt} < ${createdBefore ?? EVER[1]}`;
}

/** Unindexed filters scan at most this many records per page; beyond that, the request is refused. */
const MAX_LOOKED_THROUGH = 100_000;

/** A record's place in a list, which never changes. */
interface Place {
  readonly createdAt: Sql;
  readonly id: Sql;
}

interface PlaceInSpan extends Place {
  readonly span?: Span;
}

/** One record more than the page holds tells whether there are more. */
interface Wanted {
  /** Records in order, as a FROM of one sub-select: found by indexes, not yet filtered. */
  readonly found: Sql;
  readonly order: Sql;
  readonly limit: number;
}

interface ApiList<Item> extends PlaceInSpan {
  readonly columns: Sql;
  /** FROM and WHERE of the rows that the caller may see, served by indexes. */
  readonly rows: Sql;
  /** Whether `read` filters some of them out. */
  readonly isLookedThrough: boolean;
  /** Place of one of the caller's records, whether or not it still matches the filters; nulls if there is none. */
  readonly placeOf: (id: string) => Place;
  readonly isOldestFirst?: true;
  readonly read: (wanted: Wanted) => Promise<readonly Item[]>;
}

/**
 * A page in creation order, which never changes, so that a walk meets each record once, whatever changes meanwhile. One
 * statement, unless the page is empty or could not be filled. Throws `invalid_reference` for a cursor that is none of the
 * caller's records, and `validation_error`.
 */
export async function apiPage<Item>(position: ApiPosition, list: ApiList<Item>): Promise<ApiPage<Item>> {
  const { limit, startingAfter, endingBefore } = position;
  if (startingAfter !== null && endingBefore !== null) {
    throw invalidField("ending_before", "can't stand beside starting_after");
  }
  const { columns, rows, createdAt, id, isLookedThrough } = list;
  const isReversed = endingBefore !== null;
  const isAscending = (list.isOldestFirst === true) !== isReversed;
  const cursor = startingAfter ?? endingBefore;
  const past = isPast(list, cursor === null ? null : list.placeOf(cursor), isAscending);
  const direction = isAscending ? sql`ASC` : sql`DESC`;
  const order = sql`created_at ${direction}, id ${direction}`;
  const from = sql`${rows} AND ${past} ORDER BY ${createdAt} ${direction}, ${id} ${direction}`;
  const most = isLookedThrough ? MAX_LOOKED_THROUGH : limit + 1;
  const found = sql`(SELECT ${columns} ${from} LIMIT ${most})`;
  const items = await list.read({ found, order, limit: limit + 1 });
  if (items.length === 0 && cursor !== null) {
    await requirePlace(list.placeOf(cursor), startingAfter === null ? "ending_before" : "starting_after");
  }
  if (isLookedThrough && items.length <= limit) await requireAllLookedThrough(from);
  const shown = items.slice(0, limit);
  return { items: isReversed ? shown.reverse() : shown, hasMore: items.length > limit };
}

/**
 * Condition for rows of the span past a place. On the side where the scan begins, it is one bound, the nearer one of the span's
 * end and the place: PostgreSQL begins an index scan at one bound of a side, and with two it may begin at the end of the span and
 * read all rows up to the place. A place that isn't there is null, and past null there is nothing.
 */
function isPast({ createdAt, id, span }: PlaceInSpan, place: Place | null, isAscending: boolean): Sql {
  if (place === null) return span ? isBetween(createdAt, span) : sql`true`;
  const than = isAscending ? sql`>` : sql`<`;
  if (!span) return sql`(${createdAt}, ${id}) ${than} (${place.createdAt}, ${place.id})`;
  const [from, before] = [
    sql`${span.createdFrom ?? EVER[0]}::timestamptz`,
    sql`${span.createdBefore ?? EVER[1]}::timestamptz`,
  ];
  const isOutside = isAscending ? sql`p.at < ${from}` : sql`p.at >= ${before}`;
  const nearer = (ofSpan: Sql, ofPlace: Sql) =>
    sql`(SELECT CASE WHEN ${isOutside} THEN ${ofSpan} ELSE ${ofPlace} END FROM (SELECT ${place.createdAt} AS at) p)`;
  // No id is empty, so that (a moment, '') is before all rows of the moment.
  const bound = sql`(${nearer(isAscending ? from : before, sql`p.at`)}, ${nearer(sql`''`, place.id)})`;
  const rest = isAscending ? sql`${createdAt} < ${before}` : sql`${createdAt} >= ${from}`;
  return sql`(${createdAt}, ${id}) ${than} ${bound} AND ${rest}`;
}

async function requirePlace({ createdAt }: Place, field: string): Promise<void> {
  const [place] = await query<{ createdAt: Date | null }>(getPool(), sql`SELECT ${createdAt} AS created_at`);
  if (!place?.createdAt) throw unknownReference(field);
}

async function requireAllLookedThrough(from: Sql): Promise<void> {
  const [more] = await query(getPool(), sql`SELECT 1 AS more ${from} OFFSET ${MAX_LOOKED_THROUGH} LIMIT 1`);
  if (!more) return;
  const all = MAX_LOOKED_THROUGH.toLocaleString("en-US");
  throw invalidField("created", `must be narrower: these filters look through at most ${all} records for a page`);
}
