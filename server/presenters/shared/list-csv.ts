import { presentCsvRow } from "./csv";

/** A list as a file: what its page shows of each record, under names as the API has them. */
export interface Csv<Item> {
  readonly head: string;
  readonly row: (item: Item, now: Date) => { readonly id: string; readonly line: string };
}

export type Cells<Shown> = Readonly<Record<string, (shown: Shown) => string>>;

export function presentListCsv<Item, Shown extends { readonly id: string }>(
  present: (item: Item, now: Date) => Shown,
  cells: Cells<Shown>,
): Csv<Item> {
  return {
    head: presentCsvRow(Object.keys(cells)),
    row: (item, now) => {
      const shown = present(item, now);
      return { id: shown.id, line: presentCsvRow(Object.values(cells).map((cell) => cell(shown))) };
    },
  };
}
