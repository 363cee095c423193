import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { periodOf } from "@/components/shared/overview/period";
import { OverviewPage } from "@/components/tenant/overview/overview-page";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "./place-of";

export const metadata: Metadata = { title: "Overview" };

export default async function Page({ params, searchParams }: TenantPage) {
  const place = await placeIn(params);
  const values = await readSearch(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    // Rendered above the numbers, so loading it later would shift the layout.
    queryClient.prefetchQuery(trpc.tenant.firstRun.state.queryOptions(place)),
    queryClient.prefetchQuery(
      trpc.tenant.overview.get.queryOptions({ ...place, period: periodOf(values.get("period")) }),
    ),
  ]);
  return (
    <HydrationBoundary state={state}>
      <OverviewPage />
    </HydrationBoundary>
  );
}
