import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { CodesPage } from "@/components/wallet/codes/codes-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Codes" };

export default async function Page() {
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchInfiniteQuery(trpc.wallet.codes.list.infiniteQueryOptions({}, BY_CURSOR)),
    queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <CodesPage />
    </HydrationBoundary>
  );
}
