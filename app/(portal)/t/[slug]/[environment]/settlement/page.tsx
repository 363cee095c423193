import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { SettlementPage } from "@/components/tenant/settlement/settlement-page";
import { readList } from "@/server/contracts/lists/filters";
import { BATCH_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Settlement" };

export default async function Page({ params, searchParams }: TenantPage) {
  const place = await placeIn(params);
  const values = await readSearch(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.settlement.list.queryOptions({ ...place, ...readList(values, BATCH_LIST) })),
    queryClient.prefetchQuery(trpc.tenant.settlement.money.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <SettlementPage />
    </HydrationBoundary>
  );
}
