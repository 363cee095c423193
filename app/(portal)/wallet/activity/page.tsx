import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { readFilters } from "@/components/wallet/activity/activity-filters";
import { ActivityPage } from "@/components/wallet/activity/activity-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Activity" };

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function Page({ searchParams }: Props) {
  const sent = await searchParams;
  const first = (name: string) => [sent[name]].flat()[0] ?? null;
  const filters = readFilters({ get: first });
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchInfiniteQuery(trpc.wallet.activity.list.infiniteQueryOptions(filters, BY_CURSOR)),
    queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <ActivityPage />
    </HydrationBoundary>
  );
}
