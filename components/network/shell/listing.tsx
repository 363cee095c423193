"use client";

import { Funnel, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Empty } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { type ListQuery, ListStates } from "@/components/ui/tables/list-states";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { capitalized } from "@/components/ui/values/capitalized";

interface ListingProps<Item> {
  readonly query: ListQuery<Item>;
  /** Plural, for example "tenants". */
  readonly what: string;
  readonly filters: readonly string[];
  readonly icon: LucideIcon;
  readonly empty: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

export function Listing<Item>({ query, what, filters, icon, empty, children }: ListingProps<Item>) {
  const { values, set } = useQueryString();
  const isFiltered = filters.some((name) => values.get(name));
  const clear = () => set(Object.fromEntries(filters.map((name) => [name, null])));
  const nothing = isFiltered ? (
    <Empty icon={Funnel} title="Nothing matches" action={<Button onClick={clear}>Clear filters</Button>}>
      No {what} match these filters in this environment.
    </Empty>
  ) : (
    <Empty icon={icon} title={`No ${what} yet`}>
      {empty}
    </Empty>
  );
  return (
    <ListStates query={query} what={capitalized(what)} empty={nothing}>
      {children}
    </ListStates>
  );
}
