import { CURRENCIES, decimalsOf } from "@/server/contracts/currencies";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { invalidField } from "./errors";
import type { PageCursor } from "./page";

/**
 * Lists in another order than newest first. Only newest first has indexes, since payments pay for each: any other order
 * is made of the newest 10,000 records that the filters let through. Older ones follow, newest first, so that all of a list
 * can still be read. Oldest first is the same indexes backwards, and has no limit.
 *
 * Pages go through what is in order exactly once: the 10,000 are counted back from the moment of the first page, and the
 * id is the last key, so that records alike have an order too.
 */
const MAX_SORTED = 10_000;

/** After a record of a list in order. */
interface SortedCursor {
  /** Records that came later are none of the list's. */
  readonly asOf: Date;
  readonly value: string;
  readonly id: string;
}

/** Where a page goes on: in order, or after it by time. */
export type ListCursor = PageCursor | SortedCursor;

export interface Sort<Name extends string> {
  readonly by: Name;
  readonly isDescending: boolean;
}

export interface SortedInput<Name extends string> {
  readonly limit: number;
  readonly cursor: ListCursor | null;
  /** Null: newest first. */
  readonly sort: Sort<Name | "time"> | null;
  readonly now: Date;
}

export interface SortedPage<Item> {
  readonly items: readonly Item[];
  readonly next: ListCursor | null;
  /** More are let through than were put in order. */
  readonly isPart: boolean;
}

/** What a column is in order by; no value of it is null. */
export interface SortKey {
  readonly value: Sql;
  readonly type: "numeric" | "text";
}

const codesWith = (decimals: number) => CURRENCIES.filter((code) => decimalsOf(code) === decimals);
const [NONE, THREE, FOUR] = [codesWith(0), codesWith(3), codesWith(4)];

/** Amounts by the number that is shown, whatever decimals their currencies have. */
export function byAmount(minor: Sql, currency: Sql): SortKey {
  const scale = sql`CASE WHEN ${currency} = ANY(${NONE}) THEN 10000 WHEN ${currency} = ANY(${THREE}) THEN 10
    WHEN ${currency} = ANY(${FOUR}) THEN 1 ELSE 100 END`;
  return { value: sql`((${minor})::numeric * ${scale})`, type: "numeric" };
}

export const byText = (text: Sql): SortKey => ({ value: sql`lower((${text})::text)`, type: "text" });

interface Sorted<Name extends string, Item> {
  /** The rows that the filters let through, as a FROM and a WHERE: `FROM merchants m WHERE …`. */
  readonly rows: Sql;
  readonly createdAt: Sql;
  readonly id: Sql;
  readonly keys: Readonly<Record<Name, SortKey>>;
  /** The records of these ids, in any order. */
  readonly read: (ids: readonly string[]) => Promise<readonly Item[]>;
  readonly idOf: (item: Item) => string;
  /** The list by time, newest or oldest first. */
  readonly byTime: (time: ByTime) => Promise<{ readonly items: readonly Item[]; readonly next: PageCursor | null }>;
}

/** How a list by time is asked for: the condition that its cursor makes, its order, and how many. */
interface ByTime {
  readonly after: Sql;
  readonly order: Sql;
  readonly limit: number;
}

interface Place {
  readonly id: string;
  readonly value: string;
  readonly isPart: boolean;
  readonly oldestAt: Date;
  readonly oldestId: string;
}

/** A page of a list in the order that was asked for. */
export async function sortedPage<Name extends string, Item>(
  input: SortedInput<Name>,
  list: Sorted<Name, Item>,
): Promise<SortedPage<Item>> {
  const { sort, cursor, limit } = input;
  if (sort && sort.by !== "time" && !(cursor && "createdAt" in cursor)) {
    return inOrder({ limit, cursor, now: input.now }, { by: sort.by as Name, isDescending: sort.isDescending }, list);
  }
  if (cursor && "asOf" in cursor) throw invalidField("cursor", "is of a list in another order");
  const { createdAt, id } = list;
  const isAscending = sort?.by === "time" && !sort.isDescending;
  const than = isAscending ? sql`>` : sql`<`;
  const direction = isAscending ? sql`ASC` : sql`DESC`;
  const after = cursor ? sql`(${createdAt}, ${id}) ${than} (${cursor.createdAt}, ${cursor.id})` : sql`true`;
  const order = sql`${createdAt} ${direction}, ${id} ${direction}`;
  return { ...(await list.byTime({ after, order, limit })), isPart: sort !== null && sort.by !== "time" };
}

async function inOrder<Name extends string, Item>(
  { limit, cursor, now }: { readonly limit: number; readonly cursor: SortedCursor | null; readonly now: Date },
  { by, isDescending }: Sort<Name>,
  { rows, createdAt, id, keys, read, idOf }: Sorted<Name, Item>,
): Promise<SortedPage<Item>> {
  const asOf = cursor?.asOf ?? now;
  const places = await query<Place>(
    getPool(),
    sql`WITH newest AS MATERIALIZED (
        SELECT ${id} AS id, ${createdAt} AS created_at, ${keys[by].value} AS value ${rows}
          AND ${createdAt} <= ${asOf}
        ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${MAX_SORTED + 1}
      ), sorted AS (SELECT * FROM newest ORDER BY created_at DESC, id DESC LIMIT ${MAX_SORTED})
      SELECT s.id, s.value::text AS value, (SELECT count(*) > ${MAX_SORTED} FROM newest) AS is_part,
        (SELECT created_at FROM sorted ORDER BY created_at, id LIMIT 1) AS oldest_at,
        (SELECT id FROM sorted ORDER BY created_at, id LIMIT 1) AS oldest_id
      FROM sorted s WHERE ${afterPlace(cursor, keys[by], isDescending)}
      ORDER BY s.value ${isDescending ? sql`DESC` : sql`ASC`}, s.id ${isDescending ? sql`DESC` : sql`ASC`}
      LIMIT ${limit + 1}`,
  );
  const shown = places.slice(0, limit);
  const found = new Map((await read(shown.map((place) => place.id))).map((item) => [idOf(item), item]));
  const items = shown.flatMap((place) => found.get(place.id) ?? []);
  const last = shown.at(-1);
  const isPart = last?.isPart ?? false;
  if (!last) return { items, next: null, isPart };
  if (places.length > limit) return { items, next: { asOf, value: last.value, id: last.id }, isPart };
  return { items, next: isPart ? { createdAt: last.oldestAt, id: last.oldestId } : null, isPart };
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
