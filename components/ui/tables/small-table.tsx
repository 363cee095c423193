"use client";

import { SearchX } from "lucide-react";
import { Empty } from "../feedback/states";
import { DataTable } from "./data-table";
import { SearchField } from "./search-field";
import { inOrder } from "./sort/in-order";
import type { DataTableProps } from "./table-props";
import { useQueryString } from "./use-query-string";

/** Shorter lists need no search. */
const GLANCE = 8;

interface SmallTableProps<Row> extends DataTableProps<Row> {
  readonly textOf: (row: Row) => string;
  readonly searchBy: string;
}

/**
 * A list that is loaded completely. Sorting and search are in the query string, and the shortcuts are the same as in long
 * lists.
 */
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
