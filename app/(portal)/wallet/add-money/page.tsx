import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { AddMoneyPage } from "@/components/wallet/add-money/add-money-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Add money" };

export default async function Page() {
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.accounts.funding.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AddMoneyPage />
    </HydrationBoundary>
  );
}
