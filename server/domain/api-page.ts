import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { invalidField, unknownReference } from "./errors";

/** The start of a page: after a record of the list, or before one. Both null: the first page. */
export interface ApiPosition {
  readonly limit: number;
  readonly startingAfter: string | null;
  readonly endingBefore: string | null;
}

export interface ApiPage<Item> {
  readonly items: readonly Item[];
  /** Whether there are more in the direction in which the page was read. */
  readonly hasMore: boolean;
}

/**
 * Records that a filter without an index looks through for one page. What would take more is refused: a caller who narrows the
 * time gets a page that misses nothing.
 */
const MAX_LOOKED_THROUGH = 100_000;

/** A place in a list, which never changes: when a record was written, and its id. */
interface Place {
  readonly createdAt: Sql;
  readonly id: Sql;
}

/** The query of one page: records in order, one more than the page holds, which tells whether there are more. */
interface Wanted {
  /** The records in order, as a FROM of one sub-select: what the indexes find, still to be looked through. */
  readonly found: Sql;
  readonly order: Sql;
  readonly limit: number;
}

interface ApiList<Item> extends Place {
  /** Columns of `found`. */
  readonly columns: Sql;
  /** Rows that the caller may see, as a FROM and a WHERE that indexes serve. */
  readonly rows: Sql;
  /** Whether `read` leaves some of them out. */
  readonly isLookedThrough: boolean;
  /** The place of a record of the caller's, whatever the filters say of it by now; nulls where it has none of that id. */
  readonly placeOf: (id: string) => Place;
  readonly isOldestFirst?: true;
  readonly read: (wanted: Wanted) => Promise<readonly Item[]>;
}

/**
 * A page of a list in the order in which its records were written. Nothing of that order changes, so that a walk in pages meets
 * each record once, whatever comes and changes meanwhile. One statement, unless the page is empty or could not be filled.
 * Throws `invalid_reference` for a cursor that names none of the caller's records, and `validation_error`.
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
  const past = cursor === null ? sql`true` : isPast(list, list.placeOf(cursor), isAscending);
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

function isPast({ createdAt, id }: Place, of: Place, isAscending: boolean): Sql {
  return sql`(${createdAt}, ${id}) ${isAscending ? sql`>` : sql`<`} (${of.createdAt}, ${of.id})`;
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
