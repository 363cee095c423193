import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { HomePage } from "@/components/wallet/home/home-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Wallet" };

export default async function Page() {
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.cards.list.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.activity.list.queryOptions({ limit: 6 })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <HomePage />
    </HydrationBoundary>
  );
}
