import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTRPC } from "@/components/trpc/client";

/** Sorts items so that the home page's first currency comes first; the others keep their order. */
export function useLeadFirst() {
  const trpc = useTRPC();
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions());
  const lead = accounts.data?.[0]?.currency;
  return useCallback(
    <Item>(items: readonly Item[], currencyOf: (item: Item) => string): Item[] =>
      items.toSorted((a, b) => Number(currencyOf(b) === lead) - Number(currencyOf(a) === lead)),
    [lead],
  );
}
