import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { SettlementPage } from "@/components/network/settlement/settlement-page";
import { type PageParams, readNetworkList, readPlace, readValues } from "@/components/network/shell/place";
import { BATCH_LIST } from "@/server/contracts/lists/network";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Settlement" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.settlement.unsettled.queryOptions(readPlace(values))),
    queryClient.prefetchQuery(trpc.network.settlement.list.queryOptions(readNetworkList(values, BATCH_LIST))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <SettlementPage />
    </HydrationBoundary>
  );
}
