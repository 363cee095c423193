import type { ReactNode } from "react";
import type { KnownHead } from "../navigation/known-head";
import type { Grid } from "./grid/grid";
import type { Drawn } from "./long/lines";
import type { Sort } from "./sort/sort";

/** `isMore`: there are more than `count`. */
export interface Total {
  readonly count: number;
  readonly isMore: boolean;
}

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly isHeaderHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumeric?: boolean;
  readonly minWidth?: number;
  readonly isText?: boolean;
  /** Columns with the lowest number are hidden first if there isn't room for all. Unset: never hidden. */
  readonly drops?: number;
  readonly sortBy?: string;
  /** The sort value, for lists that are loaded completely. */
  readonly orderOf?: (row: Row) => string | number;
}

export interface DataTableProps<Row> {
  /** The accessible name: "Authorizations". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly hrefOf?: (row: Row) => string;
  readonly headOf?: (row: Row) => KnownHead;
  /** The two-line row for narrow containers, with what people compare on the right. */
  readonly listRow: (row: Row) => ReactNode;
  /** The row's button in the two-line form, beside its link. */
  readonly listAct?: (row: Row) => ReactNode;
  /** For a page's main list: shortcuts, column choice, bulk acts, export, and preview. */
  readonly grid?: Grid<Row> | undefined;
  readonly sort?: Sort | undefined;
  /** The number of rows, if it is counted. */
  readonly total?: Total | null | undefined;
  /** For long lists, of which only a part is rendered; `rows` are the loaded ones. */
  readonly drawn?: Drawn<Row> | undefined;
}
