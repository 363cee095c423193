import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { MerchantsPage } from "@/components/tenant/merchants/merchants-page";
import { readList } from "@/server/contracts/lists/filters";
import { MERCHANT_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Merchants" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = { ...(await placeIn(params)), ...readList(await readSearch(searchParams), MERCHANT_LIST) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.merchants.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <MerchantsPage />
    </HydrationBoundary>
  );
}
