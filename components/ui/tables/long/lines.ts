import type { VirtualItem } from "@tanstack/react-virtual";

/** A rendered row: its index, and the height in pixels of the unrendered rows above it. */
export interface Line<Row> {
  readonly index: number;
  /** Null: still loading. */
  readonly row: Row | null;
  readonly gap: number;
  readonly height: number | null;
}

export interface Drawn<Row> {
  readonly lines: readonly Line<Row>[];
  readonly below: number;
  /** The number of rows. Null: unknown until the end is reached. */
  readonly total: number | null;
  /** Rows are rendered in the table or in the list; null: in both, before the layout is known. */
  readonly isTable: boolean | null;
  /** Observes the height of a rendered row. Returns the unsubscribe function. */
  readonly watch: (row: HTMLElement, index: number) => () => void;
  /** Moves the focus from a row by `step`; the target may still have to load. */
  readonly goTo: (from: number, step: number) => void;
  readonly head: readonly Row[];
}

export const allLines = <Row>(rows: readonly Row[]): readonly Line<Row>[] =>
  rows.map((row, index) => ({ index, row, gap: 0, height: null }));

/** Virtual items with the gaps between them; `top` is the offset of the list's first row. */
export function linesOf<Row>(
  items: readonly VirtualItem[],
  top: number,
  rowAt: (index: number) => Row | null,
): readonly Line<Row>[] {
  let end = top;
  return items.map(({ index, start, size, end: itsEnd }) => {
    const gap = Math.max(0, start - end);
    end = itsEnd;
    return { index, row: rowAt(index), gap, height: size };
  });
}
