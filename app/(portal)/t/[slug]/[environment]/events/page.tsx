import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { EventsPage } from "@/components/tenant/events/events-page";
import { eventFilterOf } from "@/components/tenant/events/filter";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Events" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = { ...(await placeIn(params)), ...eventFilterOf(await readSearch(searchParams)) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.webhooks.events.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <EventsPage />
    </HydrationBoundary>
  );
}
