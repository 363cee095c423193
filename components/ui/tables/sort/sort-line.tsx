import { FilterSelect } from "../filter-field";
import type { Column } from "../table-props";
import { type Sort, TIME } from "./sort";

/** As many as are put in order. */
const MOST = (10_000).toLocaleString("en-US");

interface SortLineProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort;
  /** Shows where the list has no headers. */
  readonly className: string;
}

/** The orders to choose from where the list has no headers, and that only the newest records are in order. */
export function SortLine<Row>({ columns, sort, className }: SortLineProps<Row>) {
  const options = columns.flatMap(({ header, sortBy }) => {
    if (!sortBy) return [];
    if (sortBy.name === TIME.name) return [{ value: TIME.name, label: "Oldest first" }];
    const up = { value: sortBy.name, label: `${header}, ascending` };
    const down = { value: `-${sortBy.name}`, label: `${header}, descending` };
    return sortBy.first === "ascending" ? [up, down] : [down, up];
  });
  const asTheyCome = columns.some(({ sortBy }) => sortBy?.name === TIME.name) ? "Newest first" : "Usual order";
  return (
    <>
      {sort.isPart ? (
        <p role="status" className="mb-2 text-13 text-muted">
          Sorted among the newest {MOST}. Filter the list to sort older records.
        </p>
      ) : null}
      <div className={`mb-2 ${className}`}>
        <FilterSelect label="Sort" name="sort" all={asTheyCome} options={options} />
      </div>
    </>
  );
}
