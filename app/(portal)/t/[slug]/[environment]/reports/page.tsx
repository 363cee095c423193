import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { reportFilterOf } from "@/components/tenant/reports/filter";
import { ReportsPage } from "@/components/tenant/reports/reports-page";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Reports" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = { ...(await placeIn(params)), ...reportFilterOf(await readSearch(searchParams)) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.reports.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <ReportsPage />
    </HydrationBoundary>
  );
}
