"use client";

import { fileAt } from "@/components/shared/console/list-file";
import { fetchAsOwner } from "@/components/trpc/page-owner";
import { listIn } from "@/components/ui/tables/list-address";
import {
  type ListProcedure,
  type LoadedList,
  type RowOf,
  useLongList,
} from "@/components/ui/tables/long/use-long-list";
import { useNetwork } from "./use-network";

/** A list of the operators' console, and its file of this name. `more`: input that the address lacks. */
export function useNetworkList<Procedure extends ListProcedure>(
  procedure: Procedure,
  name: string,
  more: object = {},
): LoadedList<RowOf<Procedure>> {
  const { place, values } = useNetwork();
  const href = fileAt(`/network/export/${name}`, { ...listIn(values), ...more, ...place });
  const file = { href, name: `${name}-network-${place.environment}`, fetch: fetchAsOwner };
  return { ...useLongList(procedure, { ...more, ...place }), file };
}
