import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { EventsPage } from "@/components/tenant/events/events-page";
import { EVENT_LIST } from "@/server/contracts/lists/events";
import { readList } from "@/server/contracts/lists/filters";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Events" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = { ...(await placeIn(params)), ...readList(await readSearch(searchParams), EVENT_LIST) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.webhooks.events.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <EventsPage />
    </HydrationBoundary>
  );
}
