import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { countRows, type Total } from "./count-rows";
import { invalidField } from "./errors";
import { type PageCursor, toPage } from "./page";
import type { SortKey } from "./sort-keys";

/**
 * Lists in other orders than newest first. Only that order has indexes, since payments pay for each; any other sorts the newest
 * 10,000 records that the filters let through. Older ones follow, newest first, so that the list can be read to its end. Oldest
 * first reads the same indexes backwards, without a limit.
 *
 * A walk meets each sorted record exactly once: the 10,000 are counted back from the moment of the first page, and the id is
 * the last sort key.
 */
const MAX_SORTED = 10_000;

interface SortedCursor {
  /** Later records are not part of the list. */
  readonly asOf: Date;
  readonly value: string;
  readonly id: string;
}

/** In the sorted part, or after it by time. */
export type ListCursor = PageCursor | SortedCursor;

export interface Sort<Name extends string> {
  readonly by: Name;
  readonly isDescending: boolean;
}

export interface SortedInput<Name extends string> {
  readonly limit: number;
  readonly cursor: ListCursor | null;
  readonly sort: Sort<Name | "time"> | null;
  readonly only?: readonly string[] | null;
  readonly now: Date;
}

export interface SortedPage<Item> {
  readonly items: readonly Item[];
  readonly next: ListCursor | null;
  /** More records match than were sorted. */
  readonly isPart: boolean;
  /** On the first page only. Also null if the list searches a bounded number of records, or counts by itself. */
  readonly total: Total | null;
}

interface Sorted<Name extends string, Item> {
  /**
   * The filtered rows, as FROM and WHERE: `FROM merchants m WHERE …`. A list that searches a bounded number of records counts
   * them back from the first page's moment, or from its newest for null.
   */
  readonly rows: Sql | ((asOf: Date | null) => Sql);
  /** Its page shows count and sums itself. */
  readonly isSummed?: true;
  /** For a bounded list: the last record that it searches; null if there are no more. */
  readonly findEnd?: (asOf: Date | null) => Promise<PageCursor | null>;
  readonly createdAt: Sql;
  readonly id: Sql;
  readonly keys: Readonly<Record<Name, SortKey>>;
  /** In any order. */
  readonly read: (ids: readonly string[]) => Promise<readonly Item[]>;
  readonly idOf: (item: Item) => string;
  readonly byTime: (time: ByTime) => Promise<{ readonly items: readonly Item[]; readonly next: PageCursor | null }>;
}

interface ByTime {
  readonly after: Sql;
  readonly order: Sql;
  readonly limit: number;
}

interface Place {
  readonly id: string;
  readonly value: string;
  readonly isPart: boolean;
  readonly newestAt: Date;
  readonly oldestAt: Date;
  readonly oldestId: string;
}

interface OwnRows<Name extends string, Item> extends Omit<Sorted<Name, Item>, "read" | "idOf" | "byTime"> {
  /** `rest` is a condition that may end in an order and a limit. */
  readonly select: (rest: Sql) => Promise<readonly Item[]>;
  readonly placeOf: (item: Item) => PageCursor;
}

/** `sortedPage` for a list that one statement reads. */
export function sortedRows<Name extends string, Item>(
  input: SortedInput<Name>,
  { select, placeOf, ...list }: OwnRows<Name, Item>,
): Promise<SortedPage<Item>> {
  return sortedPage(input, {
    ...list,
    read: (ids) => select(sql`${list.id} = ANY(${ids})`),
    idOf: (item) => placeOf(item).id,
    byTime: async ({ after, order, limit }) =>
      toPage(await select(sql`${after} ORDER BY ${order} LIMIT ${limit + 1}`), limit, placeOf),
  });
}

/** The first page has the total. */
export async function sortedPage<Name extends string, Item>(
  input: SortedInput<Name>,
  list: Sorted<Name, Item>,
): Promise<SortedPage<Item>> {
  const { rows, isSummed } = list;
  const isCounted = input.cursor === null && !input.only && !isSummed && typeof rows !== "function";
  const [page, total] = await Promise.all([pageOf(input, list), isCounted ? countRows(rows) : null]);
  return { ...page, total };
}

type Part<Item> = Omit<SortedPage<Item>, "total">;

async function pageOf<Name extends string, Item>(
  input: SortedInput<Name>,
  list: Sorted<Name, Item>,
): Promise<Part<Item>> {
  const { sort, cursor, limit, only = null } = input;
  if (sort && sort.by !== "time" && !(cursor && "createdAt" in cursor)) {
    return inOrder(
      { limit, cursor, only, now: input.now },
      { by: sort.by as Name, isDescending: sort.isDescending },
      list,
    );
  }
  if (cursor && "asOf" in cursor) throw invalidField("cursor", "is of a list in another order");
  const { createdAt, id } = list;
  const isAscending = sort?.by === "time" && !sort.isDescending;
  const than = isAscending ? sql`>` : sql`<`;
  const direction = isAscending ? sql`ASC` : sql`DESC`;
  const past = cursor ? sql`(${createdAt}, ${id}) ${than} (${cursor.createdAt}, ${cursor.id})` : sql`true`;
  const after = only === null ? past : sql`${past} AND ${isOneOf(id, only)}`;
  const order = sql`${createdAt} ${direction}, ${id} ${direction}`;
  return { ...(await list.byTime({ after, order, limit })), isPart: sort !== null && sort.by !== "time" };
}

const isOneOf = (id: Sql, only: readonly string[]) => sql`${id} = ANY(${[...only]}::text[])`;

interface InOrder extends Pick<SortedInput<string>, "limit" | "now"> {
  readonly cursor: SortedCursor | null;
  readonly only: readonly string[] | null;
}

async function inOrder<Name extends string, Item>(
  { limit, cursor, only, now }: InOrder,
  { by, isDescending }: Sort<Name>,
  { rows, createdAt, id, keys, read, idOf, findEnd }: Sorted<Name, Item>,
): Promise<Part<Item>> {
  const asOf = cursor?.asOf ?? null;
  const findPlaces = query<Place>(
    getPool(),
    sql`WITH newest AS MATERIALIZED (
        SELECT ${id} AS id, ${createdAt} AS created_at, ${keys[by].value} AS value
          ${typeof rows === "function" ? rows(asOf) : rows}
          AND ${asOf === null ? sql`true` : sql`${createdAt} <= ${asOf}`}
          AND ${only === null ? sql`true` : isOneOf(id, only)}
        ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${MAX_SORTED + 1}
      ), sorted AS (SELECT * FROM newest ORDER BY created_at DESC, id DESC LIMIT ${MAX_SORTED})
      SELECT s.id, s.value::text AS value, (SELECT count(*) > ${MAX_SORTED} FROM newest) AS is_part,
        (SELECT max(created_at) FROM newest) AS newest_at,
        (SELECT created_at FROM sorted ORDER BY created_at, id LIMIT 1) AS oldest_at,
        (SELECT id FROM sorted ORDER BY created_at, id LIMIT 1) AS oldest_id
      FROM sorted s WHERE ${afterPlace(cursor, keys[by], isDescending)}
      ORDER BY s.value ${isDescending ? sql`DESC` : sql`ASC`}, s.id ${isDescending ? sql`DESC` : sql`ASC`}
      LIMIT ${limit + 1}`,
  );
  const [places, end] = await Promise.all([findPlaces, findEnd?.(asOf) ?? null]);
  const shown = places.slice(0, limit);
  const found = new Map((await read(shown.map((place) => place.id))).map((item) => [idOf(item), item]));
  const items = shown.flatMap((place) => found.get(place.id) ?? []);
  const last = shown.at(-1);
  const isPart = last?.isPart === true || end !== null;
  if (last && places.length > limit) {
    const { value, id, newestAt } = last;
    // A sandbox clock may be ahead of the caller.
    return { items, next: { asOf: asOf ?? (newestAt > now ? newestAt : now), value, id }, isPart };
  }
  const oldest = last?.isPart ? { createdAt: last.oldestAt, id: last.oldestId } : null;
  return { items, next: oldest ?? end, isPart };
}

function afterPlace(cursor: SortedCursor | null, { type }: SortKey, isDescending: boolean): Sql {
  if (!cursor) return sql`true`;
  const { value, id } = cursor;
  if (type === "numeric" && !/^-?\d{1,40}(\.\d{1,20})?$/.test(value)) {
    throw invalidField("cursor", "is of a list in another order");
  }
  const than = isDescending ? sql`<` : sql`>`;
  const of = type === "numeric" ? sql`${value}::numeric` : sql`${value}::text`;
  return sql`(s.value, s.id) ${than} (${of}, ${id})`;
}
