import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { subscriptionFilterOf } from "@/components/tenant/webhooks/subscription-filter";
import { SubscriptionsPage } from "@/components/tenant/webhooks/subscriptions-page";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Webhooks" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = { ...(await placeIn(params)), ...subscriptionFilterOf(await readSearch(searchParams)) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.webhooks.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <SubscriptionsPage />
    </HydrationBoundary>
  );
}
