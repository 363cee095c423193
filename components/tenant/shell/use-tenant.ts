"use client";

import { useQuery } from "@tanstack/react-query";
import { usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import type { TenantFacts } from "@/server/trpc/types";

/** The page's tenant, and whether the user has a permission, so that pages can hide what the server would refuse. */
export function useTenant() {
  const trpc = useTRPC();
  const place = usePlace();
  const { data: tenant } = useQuery(trpc.tenant.tenants.get.queryOptions(place));
  const may = (permission: TenantFacts["permissions"][number]) => tenant?.permissions.includes(permission) ?? false;
  return { place, tenant, may };
}
