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
  /** "tenants". */
  readonly what: string;
  /** Names of the filters in the address. */
  readonly filters: readonly string[];
  readonly icon: LucideIcon;
  /** What will be here, and how it comes to be. */
  readonly empty: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list in every state it can be in, in the words of the network's pages. */
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
