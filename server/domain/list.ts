import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { countRows, type Total } from "./count-rows";
import { invalidField, unknownReference } from "./errors";
import type { SortKey } from "./sort-keys";

/** From `createdFrom`, before `createdBefore`; null: no bound. */
export interface Span {
  readonly createdFrom?: Date | null;
  readonly createdBefore?: Date | null;
}

export const EVER: readonly [from: Date, before: Date] = [
  new Date("0001-01-01T00:00:00Z"),
  new Date("9999-12-31T23:59:59Z"),
];

/** Always the same text, since each text is prepared once per connection. */
export function isBetween(createdAt: Sql, { createdFrom, createdBefore }: Span): Sql {
  return sql`${createdAt} >= ${createdFrom ?? EVER[0]} AND ${createdAt} < ${createdBefore ?? EVER[1]}`;
}

/** Unindexed filters scan at most this many records per page. */
const MAX_LOOKED_THROUGH = 100_000;

/** Only newest first has indexes, since payments pay for each. Another order sorts the newest of the rows; older ones follow. */
const MAX_SORTED = 10_000;

/** One record more than the page holds tells whether there are more. */
interface Wanted {
  /** Records in order, as a FROM of one sub-select: found by indexes, not yet filtered. */
  readonly found: Sql;
  readonly order: Sql;
  readonly limit: number;
}

interface Rows {
  /** The alias of the rows, also in `select`. */
  readonly as: Sql;
  /** FROM and WHERE: all of the caller's records, each of which may be a cursor. */
  readonly own: Sql;
  /** Filters that indexes serve. */
  readonly where?: Sql;
  /** FROM and WHERE of the filtered rows, if an index needs other ones than `own` and `where`. */
  readonly rows?: Sql;
  /** What `select` needs of a row, with `created_at` and `id`. Default: all. */
  readonly columns?: Sql;
  /** A record's place, which never changes. Default: `created_at` and `id` of the rows. */
  readonly createdAt?: Sql;
  readonly id?: Sql;
  /** The id that callers know. Default: `id`. */
  readonly named?: Sql;
  readonly span?: Span;
  readonly isOldestFirst?: true;
  /** Filters without an index, over what `select` reads; a page looks through its rows. */
  readonly like?: Sql | null;
  /** Rows that a page looks through at most, before the next continues. Default: more are refused. */
  readonly mostAtOnce?: number;
  /** Its page counts by itself. */
  readonly isCounted?: false;
  /** Refuses a filter that names nothing of the caller's; asked if a program's page is empty. */
  readonly requireKnown?: () => Promise<void>;
}

export interface Readable<Item> extends Rows {
  readonly read: (wanted: Wanted) => Promise<readonly Item[]>;
}

/** The records of one noun that a caller may see, whoever pages through them: a program, a person, or a file. */
export interface List<Item, Name extends string = never> extends Readable<Item> {
  /** Orders besides newest first. */
  readonly keys?: Readonly<Record<Name, SortKey>>;
}

/** Makes a filter that the list doesn't take a type error. */
export type Taken<Asked, Taking> = Asked extends Taking
  ? keyof Asked extends keyof Taking
    ? unknown
    : `The list doesn’t take the filter ${Exclude<keyof Asked, keyof Taking> & string}.`
  : "The list takes its filters in another form.";

interface Selected<Row, Item, Name extends string> extends Rows, Pick<List<Item, Name>, "keys"> {
  /** SELECT and FROM of the records, of a FROM item with the rows. */
  readonly select: (found: Sql) => Sql;
  readonly toItems?: (rows: Row[]) => readonly Item[] | Promise<readonly Item[]>;
}

export function defineList<Row, Name extends string = never, Item = Row>({
  select,
  toItems,
  ...list
}: Selected<Row, Item, Name>): List<Item, Name> {
  return {
    ...list,
    read: async ({ found, order, limit }) => {
      const where = list.like ? sql`WHERE ${list.like}` : sql``;
      const rows = await query<Row>(getPool(), sql`${select(found)} ${where} ORDER BY ${order} LIMIT ${limit}`);
      return toItems ? toItems(rows) : (rows as unknown as Item[]);
    },
  };
}

/** After or before a record of the list; the first page if both are null. */
export interface Position {
  readonly limit: number;
  readonly startingAfter?: string | null;
  readonly endingBefore?: string | null;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

interface Place {
  readonly createdAt: Sql;
  readonly id: Sql;
}

const placeIn = ({ as, createdAt = sql`${as}.created_at`, id = sql`${as}.id` }: Rows): Place => ({ createdAt, id });

const filtered = ({ rows, own, where }: Rows): Sql => rows ?? (where ? sql`${own} AND ${where}` : own);

const spanned = (list: Rows): Sql =>
  list.span ? sql`${filtered(list)} AND ${isBetween(placeIn(list).createdAt, list.span)}` : filtered(list);

function placeOf(list: Rows, cursor: string): Place {
  const { createdAt, id } = placeIn(list);
  const one = sql`${list.own} AND ${list.named ?? id} = ${cursor}`;
  return { createdAt: sql`(SELECT ${createdAt} ${one})`, id: sql`(SELECT ${id} ${one})` };
}

/**
 * A page in creation order, which never changes, so that a walk meets each record once, whatever changes meanwhile. One
 * query, unless the page is empty or could not be filled. Throws `invalid_reference` for a cursor that is none of the
 * caller's records, and `validation_error`.
 */
export async function pageOf<Item>(list: Readable<Item>, position: Position): Promise<Page<Item>> {
  const { items, hasMore } = await readPage(list, position);
  if (items.length === 0) await list.requireKnown?.();
  return { items, hasMore };
}

interface Read<Item> extends Page<Item> {
  /** Where the next page continues, if this one has looked through all that it may. */
  readonly end: string | null;
  readonly isPart?: boolean;
}

async function readPage<Item>(list: Readable<Item>, position: Position): Promise<Read<Item>> {
  const { limit, startingAfter = null, endingBefore = null } = position;
  if (startingAfter !== null && endingBefore !== null) {
    throw invalidField("ending_before", "can't stand beside starting_after");
  }
  const { as, like, columns = sql`${as}.*`, mostAtOnce } = list;
  const { createdAt, id } = placeIn(list);
  const isReversed = endingBefore !== null;
  const isAscending = (list.isOldestFirst === true) !== isReversed;
  const cursor = startingAfter ?? endingBefore;
  const past = isPast(list, cursor === null ? null : placeOf(list, cursor), isAscending);
  const direction = isAscending ? sql`ASC` : sql`DESC`;
  const order = sql`${as}.created_at ${direction}, ${as}.id ${direction}`;
  const from = sql`${filtered(list)} AND ${past} ORDER BY ${createdAt} ${direction}, ${id} ${direction}`;
  const most = like ? (mostAtOnce ?? MAX_LOOKED_THROUGH) : limit + 1;
  const items = await list.read({ found: sql`(SELECT ${columns} ${from} LIMIT ${most})`, order, limit: limit + 1 });
  if (items.length === 0 && cursor !== null) {
    await requirePlace(placeOf(list, cursor), startingAfter === null ? "ending_before" : "starting_after");
  }
  const end = like && items.length <= limit ? await findEnd(list, from, most) : null;
  const shown = items.slice(0, limit);
  return { items: isReversed ? shown.reverse() : shown, hasMore: items.length > limit || end !== null, end };
}

/**
 * Condition for rows of the span past a place. On the side where the scan begins, it is one bound, the nearer one of the span's
 * end and the place: PostgreSQL begins an index scan at one bound of a side, and with two it may begin at the end of the span and
 * read all rows up to the place. A place that isn't there is null, and past null there is nothing.
 */
function isPast(list: Rows, place: Place | null, isAscending: boolean): Sql {
  const { span } = list;
  const { createdAt, id } = placeIn(list);
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

/** The last row that was looked through; null if there are no more. Refuses to stop there unless the list continues. */
async function findEnd(list: Rows, from: Sql, most: number): Promise<string | null> {
  const named = list.named ?? placeIn(list).id;
  const rows = await query<{ id: string }>(getPool(), sql`SELECT ${named} AS id ${from} OFFSET ${most - 1} LIMIT 2`);
  const [last, more] = rows;
  if (!last || !more) return null;
  if (list.mostAtOnce) return last.id;
  const all = most.toLocaleString("en-US");
  throw invalidField("created", `must be narrower: these filters look through at most ${all} records for a page`);
}

interface Sort<Name extends string> {
  readonly by: Name | "time";
  readonly isDescending: boolean;
}

export interface Order<Name extends string = string> {
  /** Null: newest first. */
  readonly sort: Sort<Name> | null;
  readonly limit: number;
  readonly startingAfter: string | null;
  /** Ids of the records that were chosen; null for all. */
  readonly only: readonly string[] | null;
}

export interface ListPage<Item> extends Page<Item> {
  /** The record that the next page is after; null if there is none. */
  readonly next: string | null;
  /** More records match than were sorted. */
  readonly isPart: boolean;
  /** On the first page only. Null for a list that looks through its rows, or counts by itself. */
  readonly total: Total | null;
}

/** A page in the order that a person chose. Throws `invalid_reference` for a cursor that is none of the caller's records. */
export async function listPageOf<Item extends { readonly id: string }, Name extends string>(
  list: List<Item, Name>,
  { sort, limit, startingAfter, only }: Order<Name>,
): Promise<ListPage<Item>> {
  const isChosen = only && sql`${placeIn(list).id} = ANY(${[...only]}::text[])`;
  const wanted: Readable<Item> = isChosen ? { ...list, rows: sql`${filtered(list)} AND ${isChosen}` } : list;
  const isCounted = startingAfter === null && !only && !list.like && list.isCounted !== false;
  const position = { limit, startingAfter };
  const isAscending = sort?.isDescending === false;
  const key = sort && sort.by !== "time" ? list.keys?.[sort.by] : undefined;
  const [page, total] = await Promise.all([
    key
      ? readSorted(wanted, position, { key, isAscending })
      : readPage(isAscending ? { ...wanted, isOldestFirst: true } : wanted, position),
    isCounted ? countRows(spanned(wanted)) : null,
  ]);
  const { items, hasMore, end, isPart = false } = page;
  return { items, hasMore, next: end ?? (hasMore ? (items.at(-1)?.id ?? null) : null), isPart, total };
}

interface Found {
  readonly ids: readonly string[];
  readonly isPart: boolean;
  readonly oldest: string | null;
  /** The cursor is among the sorted rows. */
  readonly isAmong: boolean;
}

interface Sorting {
  readonly key: SortKey;
  readonly isAscending: boolean;
}

/** The newest 10,000 rows by the key, then by id; older ones follow, newest first, so that the list can be read to its end. */
async function readSorted<Item extends { readonly id: string }>(
  list: Readable<Item>,
  position: { readonly limit: number; readonly startingAfter: string | null },
  { key: { value }, isAscending }: Sorting,
): Promise<Read<Item>> {
  const { as, own, like, columns = sql`${as}.*`, mostAtOnce } = list;
  const { limit, startingAfter } = position;
  const { createdAt, id } = placeIn(list);
  const newestFirst = sql`${spanned(list)} ORDER BY ${createdAt} DESC, ${id} DESC`;
  const most = mostAtOnce ?? MAX_LOOKED_THROUGH;
  const rows = like
    ? sql`FROM (SELECT ${columns} ${newestFirst} LIMIT ${most}) ${as} WHERE ${like} ORDER BY ${createdAt} DESC, ${id} DESC`
    : newestFirst;
  const [direction, than] = isAscending ? [sql`ASC`, sql`>`] : [sql`DESC`, sql`<`];
  const row = sql`SELECT ${id} AS id, ${createdAt} AS created_at, ${value} AS value`;
  const [found] = await query<Found>(
    getPool(),
    sql`WITH newest AS MATERIALIZED (${row} ${rows} LIMIT ${MAX_SORTED + 1}),
      sorted AS (SELECT * FROM newest ORDER BY created_at DESC, id DESC LIMIT ${MAX_SORTED}),
      oldest AS (SELECT * FROM sorted ORDER BY created_at, id LIMIT 1),
      place AS (SELECT p.value, p.id FROM (${row} ${own} AND ${id} = ${startingAfter}) p, oldest o
        WHERE (p.created_at, p.id) >= (o.created_at, o.id))
      SELECT (SELECT count(*) FROM newest) > ${MAX_SORTED} AS is_part, EXISTS (SELECT 1 FROM place) AS is_among,
        (SELECT id FROM oldest) AS oldest,
        ARRAY(SELECT s.id FROM sorted s
          WHERE ${startingAfter}::text IS NULL OR (s.value, s.id) ${than} (SELECT value, id FROM place)
          ORDER BY s.value ${direction}, s.id ${direction} LIMIT ${limit + 1}) AS ids`,
  );
  if (!found) throw new Error("a sorted page came without its row");
  const { ids, isAmong } = found;
  const looked = like && mostAtOnce ? await findEnd(list, newestFirst, most) : null;
  const boundary = found.isPart ? found.oldest : looked;
  const isPart = boundary !== null;
  const after = startingAfter === null || isAmong ? boundary : startingAfter;
  if (ids.length === 0 && after !== null) return { ...(await readPage(list, { limit, startingAfter: after })), isPart };
  const shown = ids.slice(0, limit);
  const ofThese = sql`(SELECT ${columns} ${own} AND ${id} = ANY(${shown}))`;
  const read = new Map(
    (await list.read({ found: ofThese, order: sql`${as}.id`, limit })).map((item) => [item.id, item]),
  );
  const items = shown.flatMap((one) => read.get(one) ?? []);
  return { items, hasMore: ids.length > limit || isPart, end: null, isPart };
}
