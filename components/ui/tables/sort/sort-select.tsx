import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";
import type { Column } from "../table-props";
import { useQueryString } from "../use-query-string";
import { nameOfSort, type Sort, TIME } from "./sort";

interface SortSelectProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort;
  /** Class that shows it only if the list has no headers. */
  readonly className: string | undefined;
}

export function SortSelect<Row>({ columns, sort, className = "" }: SortSelectProps<Row>) {
  const { set } = useQueryString();
  const isHydrated = useIsHydrated();
  const options = columns.flatMap(({ header, sortBy }) => {
    if (!sortBy) return [];
    const name = nameOfSort(sortBy);
    if (sortBy === TIME) return [{ value: name, label: "Oldest first" }];
    const up = { value: name, label: `${header}, ascending` };
    const down = { value: `-${name}`, label: `${header}, descending` };
    return sortBy === name ? [up, down] : [down, up];
  });
  const asTheyCome = columns.some(({ sortBy }) => sortBy === TIME) ? "Newest first" : "Default";
  return (
    <select
      aria-label="Sort"
      disabled={!isHydrated}
      value={sort.value ?? ""}
      onChange={(event) => set({ sort: event.target.value || null })}
      className={`${className} h-9 w-36 rounded-8 border border-line bg-page px-2 text-13 font-medium text-muted hover:text-text`}
    >
      <option value="">{asTheyCome}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
