import { fileAt } from "@/components/shared/console/list-file";
import { fetchAsOwner } from "@/components/trpc/page-owner";
import type { NetworkPlace } from "./place";

export function networkFile(list: string, filters: NetworkPlace) {
  return {
    href: fileAt(`/network/export/${list}`, filters),
    name: `${list}-network-${filters.environment}`,
    fetch: fetchAsOwner,
  };
}
