"use client";

import { useQuery } from "@tanstack/react-query";
import type { TenantFacts } from "@/server/trpc/types";
import { useTRPC } from "../trpc/client";
import { usePlace } from "./use-place";

/** The page's tenant, as its layout has read it; and whether the person may do something, so that pages leave out what would be refused. */
export function useTenant() {
  const trpc = useTRPC();
  const place = usePlace();
  const { data: tenant } = useQuery(trpc.tenants.get.queryOptions(place));
  const may = (permission: TenantFacts["permissions"][number]) => tenant?.permissions.includes(permission) ?? false;
  return { place, tenant, may };
}
