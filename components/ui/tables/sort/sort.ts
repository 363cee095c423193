export interface SortBy {
  /** In the query string, `amount` ascends and `-amount` descends. */
  readonly name: string;
  /** The order after the first click: ascending for names, descending for amounts. */
  readonly first: "ascending" | "descending";
}

export interface Sort {
  /** From the query string. Null: newest first. */
  readonly value: string | null;
  /** The filters match more rows than were sorted. */
  readonly isPart: boolean;
}

/** The time column, which is sorted by default. */
export const TIME: SortBy = { name: "time", first: "descending" };

const isTime = ({ name }: SortBy) => name === TIME.name;

export function ariaSort({ value }: Pick<Sort, "value">, sortBy: SortBy): "ascending" | "descending" | "none" {
  if (value === sortBy.name) return "ascending";
  if (value === `-${sortBy.name}` || (value === null && isTime(sortBy))) return "descending";
  return "none";
}

/** The sort after a click on a header: cycles through one direction, the other, and newest first. Null: newest first. */
export function nextSort(sort: Pick<Sort, "value">, sortBy: SortBy): string | null {
  const { name, first } = sortBy;
  const now = ariaSort(sort, sortBy);
  if (isTime(sortBy)) return now === "descending" ? name : null;
  const [one, other] = first === "ascending" ? [name, `-${name}`] : [`-${name}`, name];
  if (now === "none") return one;
  return now === first ? other : null;
}
