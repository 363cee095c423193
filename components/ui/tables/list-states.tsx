"use client";

import type { ReactNode } from "react";
import { Failure, SkeletonRows } from "../feedback/states";

type Problem = Parameters<typeof Failure>[0]["error"];

export interface ListQuery<Item> {
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
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

export function ListStates<Item>({ query, what, skeleton = 8, empty, children }: ListStatesProps<Item>) {
  if (query.data === undefined) {
    if (query.isPending) return <SkeletonRows rows={skeleton} />;
    return <Failure what={what} error={query.error ?? { message: "" }} onRetry={() => void query.refetch()} />;
  }
  const { items } = query.data;
  return items.length > 0 ? children(items) : empty;
}
