import { type Sql, sql } from "@/server/db/sql";

/** Contract 4.4: `startingAfter` is the last id of the previous page. */
export interface PageInput {
  readonly limit: number;
  readonly startingAfter: string | null;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** Where a page begins, in the order of (created, id), newest first. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** SQL condition on the row named `alias`: what comes after the cursor. */
export function afterCursor(cursor: Cursor | null, createdAt: Sql, id: Sql): Sql {
  return cursor ? sql`(${createdAt}, ${id}) < (${cursor.createdAt}, ${cursor.id})` : sql`TRUE`;
}

/** The page, of rows that were asked for with one more than it holds. */
export function toPage<Row>(rows: readonly Row[], limit: number): Page<Row> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}
