import { presentCsvRow } from "./csv";

export interface Csv<Item> {
  readonly head: string;
  readonly line: (item: Item, now: Date) => string;
}

export type Cells<Shown> = Readonly<Record<string, (shown: Shown) => string>>;

export function presentListCsv<Item, Shown>(present: (item: Item, now: Date) => Shown, cells: Cells<Shown>): Csv<Item> {
  return {
    head: presentCsvRow(Object.keys(cells)),
    line: (item, now) => {
      const shown = present(item, now);
      return presentCsvRow(Object.values(cells).map((cell) => cell(shown)));
    },
  };
}
