import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { ChargeRequestsPage } from "@/components/tenant/charge-requests/charge-requests-page";
import { readList } from "@/server/contracts/lists/filters";
import { CHARGE_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Charge requests" };

export default async function Page({ params, searchParams }: TenantPage) {
  const place = await placeIn(params);
  const values = await readSearch(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(
      trpc.tenant.chargeRequests.list.queryOptions({ ...place, ...readList(values, CHARGE_LIST) }),
    ),
    queryClient.prefetchQuery(trpc.tenant.merchants.names.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <ChargeRequestsPage />
    </HydrationBoundary>
  );
}
