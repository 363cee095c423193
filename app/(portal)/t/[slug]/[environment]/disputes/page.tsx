import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { DisputesPage } from "@/components/tenant/disputes/disputes-page";
import { readList } from "@/server/contracts/lists/filters";
import { DISPUTE_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Disputes" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = {
    ...(await placeIn(params)),
    state: "open" as const,
    ...readList(await readSearch(searchParams), DISPUTE_LIST),
  };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.disputes.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <DisputesPage />
    </HydrationBoundary>
  );
}
