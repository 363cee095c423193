"use client";

import { fileAt } from "@/components/shared/console/list-file";
import { usePlace } from "@/components/shared/console/use-place";
import { fetchAsOwner } from "@/components/trpc/page-owner";
import { listIn } from "@/components/ui/tables/list-address";
import {
  type ListProcedure,
  type LoadedList,
  type RowOf,
  useLongList,
} from "@/components/ui/tables/long/use-long-list";
import { useQueryString } from "@/components/ui/tables/use-query-string";

/** A list of the tenant's console, and its file of this name. `more`: input that the address lacks. */
export function useTenantList<Procedure extends ListProcedure>(
  procedure: Procedure,
  name: string | null,
  more: object = {},
): LoadedList<RowOf<Procedure>> {
  const place = usePlace();
  const { values } = useQueryString();
  const list = useLongList(procedure, { ...more, ...place });
  if (name === null) return list;
  const href = fileAt(`/t/${place.tenant}/${place.environment}/export/${name}`, { ...listIn(values), ...more });
  return { ...list, file: { href, name: `${name}-${place.environment}`, fetch: fetchAsOwner } };
}
