import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { SubscriptionsPage } from "@/components/tenant/webhooks/subscriptions-page";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Webhooks" };

export default async function Page({ params, searchParams }: TenantPage) {
  const place = await placeIn(params);
  const { status, cursor } = await searchParams;
  // Filtered pages ask by themselves: what stands in an address has not been checked.
  const isPlain = status === undefined && cursor === undefined;
  const state = await prefetch(await headers(), (trpc, queryClient) =>
    isPlain
      ? [
          queryClient.prefetchQuery(
            trpc.tenant.webhooks.list.queryOptions({ ...place, status: null, cursor: null, limit: 25 }),
          ),
        ]
      : [],
  );
  return (
    <HydrationBoundary state={state}>
      <SubscriptionsPage />
    </HydrationBoundary>
  );
}
