import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { AgreementsPage } from "@/components/wallet/agreements/agreements-page";
import { holdingInput } from "@/components/wallet/agreements/holding-input";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Agreements" };

export default async function Page() {
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchInfiniteQuery(trpc.wallet.agreements.list.infiniteQueryOptions({ state: "active" }, BY_CURSOR)),
    queryClient.prefetchInfiniteQuery(trpc.wallet.codes.list.infiniteQueryOptions({ isUsable: true }, BY_CURSOR)),
    queryClient.prefetchInfiniteQuery(trpc.wallet.agreements.list.infiniteQueryOptions({ state: "ended" }, BY_CURSOR)),
    queryClient.prefetchQuery(trpc.wallet.activity.list.queryOptions(holdingInput)),
    queryClient.prefetchQuery(trpc.wallet.cards.list.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AgreementsPage />
    </HydrationBoundary>
  );
}
