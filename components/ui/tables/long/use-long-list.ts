import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
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

interface Ways<Input, Row> {
  readonly keyOf: (input: Input) => QueryKey;
  readonly ask: (input: Input) => Promise<ReadPage<Row>>;
}

export function useLongList<Input extends Asked, Row>(input: Input, { keyOf, ask }: Ways<Input, Row>) {
  const start = input.cursor ?? null;
  const pageOf: LongList<Row>["pageOf"] = (cursor) => {
    const page = { ...input, ...(cursor === null ? {} : { cursor }), limit: pageSize(cursor === start) };
    return { queryKey: keyOf(page), queryFn: () => ask(page) };
  };
  const first = pageOf(start);
  const query = useQuery({
    queryKey: first.queryKey,
    queryFn: () => ask({ ...input, limit: pageSize(true) }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  const sort = { value: input.sort ?? null, isPart: query.data?.isPart ?? false };
  return { query, long: { list: { start, pageOf }, sort, total: query.data?.total } };
}
