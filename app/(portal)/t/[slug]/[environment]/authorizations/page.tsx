import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuthorizationsPage } from "@/components/tenant/authorizations/authorizations-page";
import { filterOf, sumFilterOf } from "@/components/tenant/authorizations/filter";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Authorizations" };

export default async function Page({ params, searchParams }: TenantPage) {
  const place = await placeIn(params);
  const values = await readSearch(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.authorizations.list.queryOptions({ ...place, ...filterOf(values) })),
    queryClient.prefetchQuery(trpc.tenant.authorizations.sum.queryOptions({ ...place, ...sumFilterOf(values) })),
    queryClient.prefetchQuery(trpc.tenant.merchants.names.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AuthorizationsPage />
    </HydrationBoundary>
  );
}
