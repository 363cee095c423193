import { type Sql, sql } from "@/server/db/sql";

/** A newest-first page continues after this record. */
export interface PageCursor {
  readonly createdAt: Date;
  readonly id: string;
}

export interface PageInput {
  readonly limit: number;
  readonly cursor: PageCursor | null;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: PageCursor | null;
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
