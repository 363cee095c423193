"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Empty, Failure, SkeletonRows } from "../feedback/states";
import { Button } from "../forms/button";
import { Filters } from "./filters";
import { LongTable } from "./long/long-table";
import type { LoadedList } from "./long/use-long-list";
import type { DataTableProps, Total } from "./table-props";
import { useQueryString } from "./use-query-string";

interface ListSectionProps<Row> extends Omit<DataTableProps<Row>, "rows" | "keyOf" | "sort" | "total" | "drawn"> {
  readonly list: LoadedList<Row>;
  /** Without a filter it shows a part, such as what is open: what is left stays in reach if there is none. */
  readonly isPart?: boolean;
  /** Always visible, also on a phone, such as the search. */
  readonly first?: ReactNode;
  /** Beside `first` if there is room; on a phone, in the filter sheet. */
  readonly second?: ReactNode;
  readonly filters?: ReactNode;
  /** The number of results, for a list that doesn't count its rows. */
  readonly counted?: Total | null | undefined;
  /** Between the filters and the rows. */
  readonly note?: ReactNode;
  /** The subject of “couldn’t be loaded”: "The audit log". */
  readonly what: string;
  readonly skeleton?: number;
  /** Shown if there are no items and no filter is set. */
  readonly empty: ReactNode;
  /** Advice below “No results”, shown if filters match nothing. */
  readonly noResults?: ReactNode;
}

/** A list with its filters, and what stands in its place while it loads, fails, or is empty. */
export function ListSection<Row extends { readonly id: string }>(props: ListSectionProps<Row>) {
  const { list, isPart = false, first, second, filters, counted, note, ...rest } = props;
  return (
    <>
      {first || second || filters ? (
        <Filters
          of={list.query}
          isPart={isPart}
          first={first}
          second={second}
          {...(counted === undefined ? {} : { total: counted })}
        >
          {filters}
        </Filters>
      ) : null}
      {note}
      <Rows list={list} {...rest} />
    </>
  );
}

function Rows<Row extends { readonly id: string }>(props: ListSectionProps<Row>) {
  const { list, what, skeleton = 8, empty, noResults = "Nothing matches these filters.", grid, ...table } = props;
  const { query, long, file } = list;
  const { filters, clear } = useQueryString();
  if (query.data === undefined) {
    if (query.isPending) return <SkeletonRows rows={skeleton} />;
    return <Failure what={what} error={query.error ?? { message: "" }} onRetry={() => void query.refetch()} />;
  }
  const { items } = query.data;
  if (items.length > 0) {
    return (
      <LongTable {...long} {...table} rows={items} keyOf={({ id }) => id} grid={file ? { file, ...grid } : grid} />
    );
  }
  if (Object.keys(filters).length === 0) return empty;
  return (
    <Empty icon={SearchX} title="No results" action={<Button onClick={() => clear()}>Clear filters</Button>}>
      {noResults}
    </Empty>
  );
}
