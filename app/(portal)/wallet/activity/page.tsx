import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { ActivityPage } from "@/components/activity/activity-page";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Activity" };

export default async function Page() {
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchInfiniteQuery(trpc.activity.list.infiniteQueryOptions({}, BY_CURSOR)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <ActivityPage />
    </HydrationBoundary>
  );
}
