import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { PayoutsPage } from "@/components/wallet/payouts/payouts-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Payouts" };

export default async function Page() {
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.payouts.terms.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.payouts.list.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <PayoutsPage />
    </HydrationBoundary>
  );
}
