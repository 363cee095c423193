import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { ReportsPage } from "@/components/tenant/reports/reports-page";
import { readList } from "@/server/contracts/lists/filters";
import { REPORT_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Reports" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = {
    ...(await placeIn(params)),
    state: "open" as const,
    ...readList(await readSearch(searchParams), REPORT_LIST),
  };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.reports.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <ReportsPage />
    </HydrationBoundary>
  );
}
