import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { MerchantsPage } from "@/components/network/merchants/merchants-page";
import { type PageParams, readNetworkList, readValues } from "@/components/network/shell/place";
import { MERCHANT_LIST } from "@/server/contracts/lists/network";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Merchants" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.merchants.list.queryOptions(readNetworkList(values, MERCHANT_LIST))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <MerchantsPage />
    </HydrationBoundary>
  );
}
