import type { Column } from "../table-props";
import { nameOfSort } from "./sort";

type Value = string | number;

function compare(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en-US", { sensitivity: "base", numeric: true });
}

/** Sorts loaded rows by a column. Keeps their order if the column isn't sortable; the sort is stable. */
export function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: string | null,
): readonly Row[] {
  if (sort === null) return rows;
  const orderOf = columns.find(({ sortBy }) => sortBy && nameOfSort(sortBy) === nameOfSort(sort))?.orderOf;
  if (!orderOf) return rows;
  const sign = sort.startsWith("-") ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(orderOf(a), orderOf(b)));
}
