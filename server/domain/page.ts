import { type Sql, sql } from "@/server/db/sql";

/** Where a page of a list that is newest first goes on: after this record. */
export interface PageCursor {
  readonly createdAt: Date;
  readonly id: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null: there is nothing older. */
  readonly next: PageCursor | null;
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
