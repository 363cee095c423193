"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Empty } from "../feedback/states";
import { Button } from "../forms/button";
import { useQueryString } from "./use-query-string";

interface NoResultsProps {
  readonly names: readonly string[];
  readonly children: ReactNode;
}

export function NoResults({ names, children }: NoResultsProps) {
  const { set } = useQueryString();
  const clear = () => set(Object.fromEntries(names.map((name) => [name, null])));
  return (
    <Empty icon={SearchX} title="No results" action={<Button onClick={clear}>Clear filters</Button>}>
      {children}
    </Empty>
  );
}
