import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Something done to several records at once. */
export interface BulkAction<Row> {
  readonly label: string;
  readonly icon: LucideIcon;
  /** `clear` ends the selection. */
  readonly run: (rows: readonly Row[], clear: () => void) => void;
}

/** What a page's own list can do beyond showing rows. */
export interface Grid<Row> {
  /** How many there are, and what they come to. */
  readonly summary?: ReactNode;
  /** Where all of it is a file. */
  readonly file?: {
    readonly href: string;
    readonly name: string;
    readonly fetch: (href: string) => Promise<Response>;
    /** Of a list with more records than are counted: the page that makes the file meanwhile. */
    readonly ifLarge?: string | undefined;
  };
  readonly bulk?: readonly BulkAction<Row>[];
  /** The record beside its list; without it what its columns say. */
  readonly peek?: (row: Row) => ReactNode;
}
