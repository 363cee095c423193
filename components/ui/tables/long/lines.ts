import type { VirtualItem } from "@tanstack/react-virtual";

/** A row that is drawn: its place in the list, and how many pixels of rows that are not drawn stand above it. */
export interface Line<Row> {
  readonly index: number;
  /** Null: it is on its way. */
  readonly row: Row | null;
  readonly gap: number;
  readonly height: number | null;
}

/** What of a long list is drawn. */
export interface Drawn<Row> {
  readonly lines: readonly Line<Row>[];
  readonly below: number;
  /** All rows there are; null: not known before the end is reached. */
  readonly total: number | null;
  /** Rows stand in one of the two, and the other draws none; null: not known yet, both do. */
  readonly isTable: boolean | null;
  /** Hears of a row that is drawn at an index, until the answer is called. */
  readonly watch: (row: HTMLElement, index: number) => () => void;
  /** Takes the keyboard from a row to the next or the one before, which may still have to be read. */
  readonly goTo: (from: number, step: number) => void;
  /** The rows of the first page, which is where new ones come. */
  readonly head: readonly Row[];
}

export const allLines = <Row>(rows: readonly Row[]): readonly Line<Row>[] =>
  rows.map((row, index) => ({ index, row, gap: 0, height: null }));

/** Items with the gaps between them; `top` is where the first row of the list stands. */
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
