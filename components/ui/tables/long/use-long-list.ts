import { keepPreviousData, type QueryFunction, type QueryKey, useQuery } from "@tanstack/react-query";
import type { Total } from "../table-props";
import { type ListPage, type LongList, pageSize } from "./long-list";

const POLL_MS = 5_000;

interface Asked {
  readonly cursor?: string | null | undefined;
  readonly sort?: string | undefined;
  readonly limit?: number | undefined;
}

interface ReadPage<Row> extends ListPage<Row> {
  /** The filters match more rows than were sorted. */
  readonly isPart?: boolean;
  readonly total?: Total | null;
}

/** A procedure that reads a page of a list: `trpc.tenant.members.list`. */
interface ListProcedure {
  readonly "~types": { readonly input: unknown; readonly output: ReadPage<unknown> };
  readonly queryOptions: (input: never) => { readonly queryKey: QueryKey; readonly queryFn?: unknown };
}

export function useLongList<Procedure extends ListProcedure>(
  procedure: Procedure,
  input: Procedure["~types"]["input"] & Asked,
) {
  type Page = Procedure["~types"]["output"];
  const start = input.cursor ?? null;
  const pageOf = (cursor: string | null) => {
    const page = { ...input, ...(cursor === null ? {} : { cursor }), limit: pageSize(cursor === start) };
    const { queryKey, queryFn } = procedure.queryOptions(page as never);
    return { queryKey, queryFn: queryFn as QueryFunction<Page> };
  };
  const query = useQuery({ ...pageOf(start), placeholderData: keepPreviousData, refetchInterval: POLL_MS });
  const list: LongList<Page["items"][number]> = { start, pageOf };
  const sort = { value: input.sort ?? null, isPart: query.data?.isPart ?? false };
  return { query, long: { list, sort, total: query.data?.total } };
}
