import { type Sql, sql } from "@/server/db/sql";
import { DomainError, unknownReference } from "./errors";

/** A newest-first page continues after this record. */
export interface PageCursor {
  readonly createdAt: Date;
  readonly id: string;
}

export interface PageInput {
  readonly limit: number;
  readonly cursor: PageCursor | null;
}

/** API callers may also name a record to start after. */
export interface ApiPageInput {
  readonly limit: number;
  readonly cursor: PageCursor | { readonly startingAfter: string } | null;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: PageCursor | null;
}

/** Throws `invalid_reference` for an id that is not in the list. */
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

/** `rows` has one more than the page, if there are more. */
export function toPage<Item>(rows: readonly Item[], limit: number, cursorOf: (item: Item) => PageCursor): Page<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? cursorOf(last) : null };
}
