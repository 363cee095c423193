import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { SubscriptionsPage } from "@/components/tenant/webhooks/subscriptions-page";
import { readList } from "@/server/contracts/lists/filters";
import { SUBSCRIPTION_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Webhooks" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = { ...(await placeIn(params)), ...readList(await readSearch(searchParams), SUBSCRIPTION_LIST) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.webhooks.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <SubscriptionsPage />
    </HydrationBoundary>
  );
}
