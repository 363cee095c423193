import { fileAt } from "@/components/shared/console/list-file";
import { usePlace } from "@/components/shared/console/use-place";
import { fetchAsOwner } from "@/components/trpc/page-owner";

export function useListFile(list: string, filters: object = {}) {
  const { tenant, environment } = usePlace();
  return {
    href: fileAt(`/t/${tenant}/${environment}/export/${list}`, filters),
    name: `${list}-${environment}`,
    fetch: fetchAsOwner,
  };
}
