import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { requestFilterOf } from "@/components/tenant/requests/filter";
import { RequestsPage } from "@/components/tenant/requests/requests-page";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Request log" };

export default async function Page({ params, searchParams }: TenantPage) {
  const place = await placeIn(params);
  const values = await readSearch(searchParams);
  const period = values.get("period") === "week" ? "week" : "day";
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.requests.errors.queryOptions({ ...place, period })),
    queryClient.prefetchQuery(trpc.tenant.requests.list.queryOptions({ ...place, ...requestFilterOf(values) })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <RequestsPage />
    </HydrationBoundary>
  );
}
