/** What a column puts rows in order by. */
export interface SortBy {
  /** As the address calls it: `amount` ascends, `-amount` descends. */
  readonly name: string;
  /** What a first press gives. Names ascend, amounts descend. */
  readonly first: "ascending" | "descending";
}

/** The order of a list. */
export interface Sort {
  /** As the address says; null: newest first. */
  readonly value: string | null;
  /** More let through than what is put in order. */
  readonly isPart: boolean;
}

/** Written out, since the column of time is in order where the address says nothing. */
export const TIME: SortBy = { name: "time", first: "descending" };

const isTime = ({ name }: SortBy) => name === TIME.name;

export function ariaSort({ value }: Pick<Sort, "value">, sortBy: SortBy): "ascending" | "descending" | "none" {
  if (value === sortBy.name) return "ascending";
  if (value === `-${sortBy.name}` || (value === null && isTime(sortBy))) return "descending";
  return "none";
}

/** What pressing a column's header asks for: one way, the other, and newest first again. Null: newest first. */
export function nextSort(sort: Pick<Sort, "value">, sortBy: SortBy): string | null {
  const { name, first } = sortBy;
  const now = ariaSort(sort, sortBy);
  if (isTime(sortBy)) return now === "descending" ? name : null;
  const [one, other] = first === "ascending" ? [name, `-${name}`] : [`-${name}`, name];
  if (now === "none") return one;
  return now === first ? other : null;
}
