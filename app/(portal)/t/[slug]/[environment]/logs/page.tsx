import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { RequestsPage } from "@/components/tenant/requests/requests-page";
import { readList } from "@/server/contracts/lists/filters";
import { REQUEST_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Request log" };

export default async function Page({ params, searchParams }: TenantPage) {
  const place = await placeIn(params);
  const values = await readSearch(searchParams);
  const period = values.get("period") === "week" ? "week" : "day";
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.requests.errors.queryOptions({ ...place, period })),
    queryClient.prefetchQuery(trpc.tenant.requests.list.queryOptions({ ...place, ...readList(values, REQUEST_LIST) })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <RequestsPage />
    </HydrationBoundary>
  );
}
