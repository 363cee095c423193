import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { RequestsPage } from "@/components/tenant/requests/requests-page";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Request log" };

const NO_FILTER = {
  statusClass: null,
  operation: null,
  key: null,
  error: null,
  idempotencyKey: null,
  requestId: null,
  cursor: null,
} as const;

export default async function Page({ params, searchParams }: TenantPage) {
  const place = await placeIn(params);
  // Filtered pages ask by themselves: what stands in an address has not been checked.
  const asked = await searchParams;
  const isPlain = Object.keys(asked).length === 0;
  const period = asked.period === "week" ? "week" : "day";
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.requests.errors.queryOptions({ ...place, period })),
    ...(isPlain ? [queryClient.prefetchQuery(trpc.tenant.requests.list.queryOptions({ ...place, ...NO_FILTER }))] : []),
  ]);
  return (
    <HydrationBoundary state={state}>
      <RequestsPage />
    </HydrationBoundary>
  );
}
