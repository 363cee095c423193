import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { ExportsPage } from "@/components/tenant/exports/exports-page";
import { readList } from "@/server/contracts/lists/filters";
import { EXPORT_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Exports" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = { ...(await placeIn(params)), ...readList(await readSearch(searchParams), EXPORT_LIST) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.exports.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <ExportsPage />
    </HydrationBoundary>
  );
}
