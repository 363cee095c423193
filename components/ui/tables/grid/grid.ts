import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface BulkAction<Row> {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: (rows: readonly Row[], clear: () => void) => void;
}

export interface Grid<Row> {
  readonly summary?: ReactNode;
  readonly file?: {
    readonly href: string;
    readonly name: string;
    readonly fetch: (href: string) => Promise<Response>;
    /** Set for a list with too many records for one answer: the page that exports in the background. */
    readonly ifLarge?: string | undefined;
  };
  readonly bulk?: readonly BulkAction<Row>[];
  /** The preview of a record. Default: its columns. */
  readonly peek?: (row: Row) => ReactNode;
}
