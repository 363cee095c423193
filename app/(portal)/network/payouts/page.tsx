import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { PayoutsPage } from "@/components/network/payouts/payouts-page";
import { type PageParams, readNetworkList, readPlace, readValues } from "@/components/network/shell/place";
import { PAYOUT_LIST } from "@/server/contracts/lists/network";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Payouts" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const place = readPlace(values);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.payouts.due.queryOptions(place)),
    queryClient.prefetchQuery(trpc.network.payouts.terms.queryOptions(place)),
    queryClient.prefetchQuery(trpc.network.payouts.files.queryOptions(place)),
    queryClient.prefetchQuery(trpc.network.payouts.list.queryOptions(readNetworkList(values, PAYOUT_LIST))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <PayoutsPage />
    </HydrationBoundary>
  );
}
