import type { QueryFunction, QueryKey } from "@tanstack/react-query";

export interface ListPage<Row> {
  readonly items: readonly Row[];
  /** The cursor of the next, older page. Null: none. */
  readonly next: string | null;
}

interface PageQuery<Row> {
  readonly queryKey: QueryKey;
  readonly queryFn: QueryFunction<ListPage<Row>>;
}

export interface LongList<Row> {
  /** The cursor in the URL. Null: starts at the newest. */
  readonly start: string | null;
  readonly pageOf: (cursor: string | null) => PageQuery<Row>;
}

/** The server renders the first page; further pages are larger. */
const FIRST = 25;
export const ROWS_AT_ONCE = 100;

export const pageSize = (isFirst: boolean) => (isFirst ? FIRST : ROWS_AT_ONCE);
