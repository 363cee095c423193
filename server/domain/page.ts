import { type Sql, sql } from "@/server/db/sql";
import { DomainError, unknownReference } from "./errors";

/** Where a page of a list that is newest first goes on: after this record. */
export interface PageCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** What every list is asked for; null begins with the newest. */
export interface PageInput {
  readonly limit: number;
  readonly cursor: PageCursor | null;
}

/** As the API's callers ask too: after the record of an id. */
export interface ApiPageInput {
  readonly limit: number;
  readonly cursor: PageCursor | { readonly startingAfter: string } | null;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null: there is nothing older. */
  readonly next: PageCursor | null;
}

/** The cursor that an id comes to. Throws `invalid_reference` for one that names no record of the list. */
export async function findCursor(
  start: ApiPageInput["cursor"],
  find: (id: string) => Promise<PageCursor>,
): Promise<PageCursor | null> {
  if (!start || !("startingAfter" in start)) return start;
  return find(start.startingAfter).catch((error: unknown) => {
    throw error instanceof DomainError ? unknownReference("starting_after") : error;
  });
}

/** Condition for what is older than the cursor; `createdAt` and `id` are column names of our own. */
export function olderThan(cursor: PageCursor | null, createdAt: Sql, id: Sql): Sql {
  return cursor ? sql`(${createdAt}, ${id}) < (${cursor.createdAt}, ${cursor.id})` : sql`true`;
}

/** Of one row more than a page has: the page, and whether there is more. */
export function toPage<Item>(rows: readonly Item[], limit: number, cursorOf: (item: Item) => PageCursor): Page<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? cursorOf(last) : null };
}
