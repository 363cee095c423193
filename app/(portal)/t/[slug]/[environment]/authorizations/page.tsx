import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuthorizationsPage } from "@/components/tenant/authorizations/authorizations-page";
import { readFilters, readList } from "@/server/contracts/lists/filters";
import { AUTHORIZATION_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Authorizations" };

export default async function Page({ params, searchParams }: TenantPage) {
  const place = await placeIn(params);
  const values = await readSearch(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(
      trpc.tenant.authorizations.list.queryOptions({ ...place, ...readList(values, AUTHORIZATION_LIST) }),
    ),
    queryClient.prefetchQuery(
      trpc.tenant.authorizations.sum.queryOptions({ ...place, ...readFilters(values, AUTHORIZATION_LIST.filters) }),
    ),
    queryClient.prefetchQuery(trpc.tenant.merchants.names.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AuthorizationsPage />
    </HydrationBoundary>
  );
}
