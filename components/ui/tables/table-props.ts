import type { ReactNode } from "react";
import type { KnownHead } from "../navigation/known-head";
import type { Grid } from "./grid/grid";
import type { Drawn } from "./long/lines";
import type { Sort, SortBy } from "./sort/sort";

/** `isMore`: there are more than `count`. */
export interface Total {
  readonly count: number;
  readonly isMore: boolean;
}

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** The header is only for screen readers. */
  readonly isHeaderHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned. */
  readonly isNumeric?: boolean;
  /** The width with padding, in pixels, if it isn't the default. */
  readonly room?: number;
  /** Text of any length, truncated to the column's width. */
  readonly isText?: boolean;
  /** Columns with the lowest number are hidden first if there isn't room for all. Unset: never hidden. */
  readonly drops?: number;
  /** The column is sortable. */
  readonly sortBy?: SortBy;
  /** The sort value, for lists that are loaded completely. */
  readonly orderOf?: (row: Row) => string | number;
}

export interface DataTableProps<Row> {
  /** The accessible name: "Authorizations". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The row's link, for the whole row. */
  readonly hrefOf?: (row: Row) => string;
  /** The head of the linked page, shown while it loads. */
  readonly headOf?: (row: Row) => KnownHead;
  /** The two-line row for narrow containers, with what people compare on the right. */
  readonly listRow: (row: Row) => ReactNode;
  /** For a page's main list: shortcuts, column choice, bulk acts, export, and preview. */
  readonly grid?: Grid<Row> | undefined;
  /** For sortable lists. */
  readonly sort?: Sort | undefined;
  /** The number of rows, if it is counted. */
  readonly total?: Total | null | undefined;
  /** For long lists, of which only a part is rendered; `rows` are the loaded ones. */
  readonly drawn?: Drawn<Row> | undefined;
}
