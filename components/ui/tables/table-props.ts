import type { ReactNode } from "react";
import type { KnownHead } from "../navigation/known-head";
import type { Grid } from "./grid/grid";
import type { Drawn } from "./long/lines";
import type { Sort, SortBy } from "./sort/sort";

/** How many there are, or that there are more than that. */
export interface Total {
  readonly count: number;
  readonly isMore: boolean;
}

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Its cells speak for themselves: the header is only heard. */
  readonly isHeaderHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts and counts stand at the right. */
  readonly isNumeric?: boolean;
  /** How wide it gets with its padding, in pixels, where that is not what most columns are. */
  readonly room?: number;
  /** Text of any length: it is cut off where its room ends. */
  readonly isText?: boolean;
  /** Where there is no room for all, the ones with the lowest number go first. Without it a column stays. */
  readonly drops?: number;
  /** The list can be in its order. */
  readonly sortBy?: SortBy;
  /** What that order is by, of a list that is all at hand. */
  readonly orderOf?: (row: Row) => string | number;
}

export interface DataTableProps<Row> {
  /** What the rows are, for who hears the table: "Authorizations". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Where a row leads; all of it is the link. */
  readonly hrefOf?: (row: Row) => string;
  /** How the page begins that a row leads to. */
  readonly headOf?: (row: Row) => KnownHead;
  /** The same row where the columns have no room: two lines, what people compare at the right. */
  readonly listRow: (row: Row) => ReactNode;
  /** The row's button there, beside the link. */
  readonly listAct?: (row: Row) => ReactNode;
  /** Of a list that is what its page is about: keys, chosen columns, several at once, a file, a look into a record. */
  readonly grid?: Grid<Row> | undefined;
  /** Of a list whose order can be chosen. */
  readonly sort?: Sort | undefined;
  /** How many rows the list has, where they are counted. */
  readonly total?: Total | null | undefined;
  /** Of a list that is longer than what is drawn of it; `rows` are those that are at hand. */
  readonly drawn?: Drawn<Row> | undefined;
}
