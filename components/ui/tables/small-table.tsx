"use client";

import { SearchX } from "lucide-react";
import { Empty } from "../feedback/states";
import { DataTable } from "./data-table";
import { SearchField } from "./search-field";
import { inOrder } from "./sort/in-order";
import type { DataTableProps } from "./table-props";
import { useQueryString } from "./use-query-string";

/** So many are seen at a glance. */
const GLANCE = 8;

interface SmallTableProps<Row> extends DataTableProps<Row> {
  /** What a row is found by. */
  readonly textOf: (row: Row) => string;
  /** What can be typed: "Name or email". */
  readonly searchBy: string;
}

/** A list that is small and all at hand: its order and what is searched for stand in the address, and it has the same keys. */
export function SmallTable<Row extends object>({ textOf, searchBy, ...props }: SmallTableProps<Row>) {
  const { values } = useQueryString();
  const sort = values.get("sort");
  const search = values.get("search");
  const found = search === null ? props.rows : props.rows.filter((row) => matches(textOf(row), search));
  return (
    <>
      {props.rows.length > GLANCE || search !== null ? (
        <div className="mb-4">
          <SearchField label={searchBy} placeholder={searchBy} />
        </div>
      ) : null}
      {found.length > 0 ? (
        <DataTable
          {...props}
          rows={inOrder(found, props.columns, sort)}
          grid={props.grid ?? {}}
          sort={{ value: sort, isPart: false }}
        />
      ) : (
        <Empty icon={SearchX} title="No results">
          Nothing here has “{search}” in it.
        </Empty>
      )}
    </>
  );
}

const matches = (text: string, search: string) => text.toLowerCase().includes(search.trim().toLowerCase());
