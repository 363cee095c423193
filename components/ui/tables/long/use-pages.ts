import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Chain, firstRowOf } from "./chain";
import type { ListPage, LongList } from "./long-list";

const POLL_MS = 5_000;
/** Pages farther from the viewport are dropped, so that memory stays bounded. */
const KEPT_AROUND = 10;

interface OpenPage<Row> {
  readonly page: number;
  /** The index of its first row. */
  readonly first: number;
  readonly data: ListPage<Row> | null;
  /** The data is of the page's current cursor, not of the previous one. */
  readonly isRead: boolean;
}

interface OpenList<Row> {
  readonly address: string;
  readonly list: LongList<Row>;
  readonly chain: Chain;
}

/** Reads the visible pages, and the first, where new records arrive. */
export function usePages<Row>({ address, list, chain }: OpenList<Row>, [from, to]: readonly [number, number]) {
  const queryClient = useQueryClient();
  const before = useRef<ReadonlyMap<string, ListPage<Row>>>(new Map());
  const open = [0, ...Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((page) => page > 0)];
  const results = useQueries({
    queries: open.map((page) => ({
      ...list.pageOf(chain.starts[page] ?? null),
      refetchInterval: POLL_MS,
      placeholderData: () => before.current.get(`${page} ${address}`),
    })),
  });
  const pages = open.map((page, at): OpenPage<Row> => {
    const { data = null, isPlaceholderData = false } = results[at] ?? {};
    return { page, first: firstRowOf(chain, page), data, isRead: data !== null && !isPlaceholderData };
  });
  useEffect(() => {
    before.current = new Map(pages.flatMap(({ page, data }) => (data ? [[`${page} ${address}`, data]] : [])));
  });
  const read = useRef(new Set<number>());
  useEffect(() => {
    for (let page = from; page <= to; page += 1) read.current.add(page);
    for (const page of read.current) {
      if (page === 0 || (page >= from - KEPT_AROUND && page <= to + KEPT_AROUND)) continue;
      read.current.delete(page);
      const start = chain.starts[page];
      if (start) queryClient.removeQueries({ queryKey: list.pageOf(start).queryKey, exact: true });
    }
  }, [from, to, chain, list, queryClient]);
  const failed = results.find(({ isError, data }) => isError && data === undefined);
  const retry = () => {
    for (const { isError, refetch } of results) if (isError) void refetch();
  };
  return { pages, failure: failed?.error ?? null, retry };
}
