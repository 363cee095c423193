import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { batchFilterOf } from "@/components/tenant/settlement/filter";
import { SettlementPage } from "@/components/tenant/settlement/settlement-page";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Settlement" };

export default async function Page({ params, searchParams }: TenantPage) {
  const place = await placeIn(params);
  const values = await readSearch(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.settlement.list.queryOptions({ ...place, ...batchFilterOf(values) })),
    queryClient.prefetchQuery(trpc.tenant.settlement.money.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <SettlementPage />
    </HydrationBoundary>
  );
}
