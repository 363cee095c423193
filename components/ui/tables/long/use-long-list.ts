import { keepPreviousData, type QueryFunction, type QueryKey, useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { Failure } from "../../feedback/states";
import type { Grid } from "../grid/grid";
import { listIn } from "../list-address";
import type { Sort } from "../sort/sort";
import type { Total } from "../table-props";
import { useQueryString } from "../use-query-string";
import { type ListPage, type LongList, pageSize } from "./long-list";

const POLL_MS = 5_000;

interface ReadPage<Row> extends ListPage<Row> {
  /** The filters match more rows than were sorted. */
  readonly isPart?: boolean;
  readonly total?: Total | null;
}

/** A procedure that reads a page of a list: `trpc.tenant.members.list`. */
export interface ListProcedure {
  readonly "~types": { readonly output: ReadPage<unknown> };
  readonly queryOptions: (input: never) => { readonly queryKey: QueryKey; readonly queryFn?: unknown };
}

export interface LoadedList<Row> {
  readonly query: {
    readonly data: ReadPage<Row> | undefined;
    readonly error: ComponentProps<typeof Failure>["error"] | null;
    readonly isPending: boolean;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
  };
  readonly long: { readonly list: LongList<Row>; readonly sort: Sort; readonly total: Total | null | undefined };
  /** Null: it has no file. */
  readonly file?: Grid<Row>["file"] | null;
}

export type RowOf<Procedure extends ListProcedure> = Procedure["~types"]["output"]["items"][number];

/** The list of a page, as the address filters and orders it. `place`: what no address has. */
export function useLongList<Procedure extends ListProcedure>(
  procedure: Procedure,
  place: object,
): LoadedList<RowOf<Procedure>> {
  const { values } = useQueryString();
  const input = { ...listIn(values), ...place };
  const start = values.get("cursor");
  const pageOf = (cursor: string | null) => {
    const page = { ...input, ...(cursor === null ? {} : { cursor }), limit: pageSize(cursor === start) };
    const { queryKey, queryFn } = procedure.queryOptions(page as never);
    return { queryKey, queryFn: queryFn as QueryFunction<ReadPage<RowOf<Procedure>>> };
  };
  const query = useQuery({ ...pageOf(start), placeholderData: keepPreviousData, refetchInterval: POLL_MS });
  const sort = { value: values.get("sort"), isPart: query.data?.isPart ?? false };
  return { query, long: { list: { start, pageOf }, sort, total: query.data?.total } };
}

/** Whether there is nothing at all, with or without filters. */
export function isUnfilled({ query }: Pick<LoadedList<unknown>, "query">, filters: object): boolean {
  return query.data?.items.length === 0 && !query.isPlaceholderData && Object.keys(filters).length === 0;
}
