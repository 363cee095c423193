import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { CodesPage } from "@/components/codes/codes-page";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Codes" };

export default async function Page() {
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchInfiniteQuery(trpc.codes.list.infiniteQueryOptions({}, BY_CURSOR)),
    queryClient.prefetchQuery(trpc.accounts.list.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <CodesPage />
    </HydrationBoundary>
  );
}
