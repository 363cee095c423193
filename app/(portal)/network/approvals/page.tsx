import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { ApprovalsPage } from "@/components/network/approvals/approvals-page";
import { type PageParams, readPlace, readValues } from "@/components/network/shell/place";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Approvals" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const place = readPlace(await readValues(searchParams));
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.approvals.list.queryOptions(place)),
    queryClient.prefetchQuery(trpc.network.approvals.liveRequests.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <ApprovalsPage />
    </HydrationBoundary>
  );
}
