import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** An act on several records. */
export interface BulkAction<Row> {
  readonly label: string;
  readonly icon: LucideIcon;
  /** `clear` clears the selection. */
  readonly run: (rows: readonly Row[], clear: () => void) => void;
}

/** Features of a page's main list beyond showing rows. */
export interface Grid<Row> {
  /** The number of rows and their totals. */
  readonly summary?: ReactNode;
  /** The export of the whole list. */
  readonly file?: {
    readonly href: string;
    readonly name: string;
    readonly fetch: (href: string) => Promise<Response>;
    /** For lists with more records than are counted: the page that exports in the background. */
    readonly ifLarge?: string | undefined;
  };
  readonly bulk?: readonly BulkAction<Row>[];
  /** The preview of a record. Default: its columns. */
  readonly peek?: (row: Row) => ReactNode;
}
