import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { OverviewPage } from "@/components/network/overview/overview-page";
import { type PageParams, readPlace, readValues } from "@/components/network/shell/place";
import { periodOf } from "@/components/shared/overview/period";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Overview" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const period = periodOf(values.get("period"), "24h");
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.overview.get.queryOptions({ ...readPlace(values), period })),
    queryClient.prefetchQuery(trpc.network.approvals.list.queryOptions({ environment: "live" })),
    queryClient.prefetchQuery(trpc.network.approvals.liveRequests.queryOptions(readPlace(values))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <OverviewPage />
    </HydrationBoundary>
  );
}
