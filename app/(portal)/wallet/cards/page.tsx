import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { CardsPage } from "@/components/wallet/cards/cards-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Cards" };

export default async function Page() {
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.cards.list.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <CardsPage />
    </HydrationBoundary>
  );
}
