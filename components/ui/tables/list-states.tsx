"use client";

import type { ReactNode } from "react";
import { Failure, SkeletonRows } from "../feedback/states";
import { NoResults } from "./no-results";
import { useQueryString } from "./use-query-string";

type Problem = Parameters<typeof Failure>[0]["error"];

interface ListQuery<Item> {
  readonly data: { readonly items: readonly Item[] } | undefined;
  readonly error: Problem | null;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

interface ListStatesProps<Item> {
  readonly query: ListQuery<Item>;
  /** The subject of “couldn’t be loaded”: "The audit log". */
  readonly what: string;
  readonly skeleton?: number;
  /** Names of the list's filters. */
  readonly filters?: readonly string[];
  /** Shown if there are no items and no filter is set. */
  readonly empty: ReactNode;
  /** Advice below “No results”, shown if filters match nothing. */
  readonly noResults?: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

export function ListStates<Item>(props: ListStatesProps<Item>) {
  const {
    query,
    what,
    skeleton = 8,
    filters = [],
    empty,
    noResults = "Nothing matches these filters.",
    children,
  } = props;
  const { values } = useQueryString();
  if (query.data === undefined) {
    if (query.isPending) return <SkeletonRows rows={skeleton} />;
    return <Failure what={what} error={query.error ?? { message: "" }} onRetry={() => void query.refetch()} />;
  }
  const { items } = query.data;
  if (items.length > 0) return children(items);
  return filters.some((name) => values.get(name)) ? <NoResults names={filters}>{noResults}</NoResults> : empty;
}
