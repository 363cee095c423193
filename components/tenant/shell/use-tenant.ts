"use client";

import { useQuery } from "@tanstack/react-query";
import { usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import type { TenantFacts } from "@/server/trpc/types";

/**
 * The page's tenant, as its layout has read it; and whether the person may do something, so that pages leave out what
 * would be refused.
 */
export function useTenant() {
  const trpc = useTRPC();
  const place = usePlace();
  const { data: tenant } = useQuery(trpc.tenant.tenants.get.queryOptions(place));
  const may = (permission: TenantFacts["permissions"][number]) => tenant?.permissions.includes(permission) ?? false;
  return { place, tenant, may };
}
