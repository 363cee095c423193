import type { QueryKey } from "@tanstack/react-query";

export interface ListPage<Row> {
  readonly items: readonly Row[];
  /** Where the next, older page begins; null: nothing is older. */
  readonly next: string | null;
}

/** How one page of a list is read. */
interface PageQuery<Row> {
  readonly queryKey: QueryKey;
  readonly queryFn: () => Promise<ListPage<Row>>;
}

/** A list of any length, read page by page as one scrolls. */
export interface LongList<Row> {
  /** Where it begins, as the address says: null at the newest. */
  readonly start: string | null;
  readonly pageOf: (cursor: string | null) => PageQuery<Row>;
}

/** The first page is what the server draws; the others are read while one scrolls. */
const FIRST = 25;
export const ROWS_AT_ONCE = 100;

export const pageSize = (isFirst: boolean) => (isFirst ? FIRST : ROWS_AT_ONCE);
