export interface Sort {
  /** From the query string. Null: newest first. */
  readonly value: string | null;
  /** The filters match more rows than were sorted. */
  readonly isPart: boolean;
}

/** The time column’s, by which lists are sorted already. */
export const TIME = "-time";

/** A column's name in a sort. */
export const nameOfSort = (sort: string) => sort.replace(/^-/, "");

const directionOf = (sort: string) => (sort.startsWith("-") ? "descending" : "ascending");

/** `sortBy`: what the first click on the header gives, as in the query string: `name`, or `-amount`. */
export function ariaSort({ value }: Pick<Sort, "value">, sortBy: string): "ascending" | "descending" | "none" {
  const sort = value ?? TIME;
  return nameOfSort(sort) === nameOfSort(sortBy) ? directionOf(sort) : "none";
}

/** The sort after a click on a header: cycles through one direction, the other, and newest first. Null: newest first. */
export function nextSort(sort: Pick<Sort, "value">, sortBy: string): string | null {
  const now = ariaSort(sort, sortBy);
  const name = nameOfSort(sortBy);
  if (sortBy === TIME) return now === "descending" ? name : null;
  if (now === "none") return sortBy;
  return now === directionOf(sortBy) ? (sortBy === name ? `-${name}` : name) : null;
}
