import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { SettlementPage } from "@/components/network/settlement/settlement-page";
import { BATCH_FILTERS, type PageParams, readFilter, readPlace, readValues } from "@/components/network/shell/place";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Settlement" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.settlement.unsettled.queryOptions(readPlace(values))),
    queryClient.prefetchQuery(trpc.network.settlement.list.queryOptions(readFilter(values, BATCH_FILTERS))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <SettlementPage />
    </HydrationBoundary>
  );
}
