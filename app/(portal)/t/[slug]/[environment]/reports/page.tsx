import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { ReportsPage } from "@/components/tenant/reports/reports-page";
import { type PlaceParams, placeOf, queryValue } from "@/components/tenant/shell/place-of";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Reports" };

interface Props {
  readonly params: Promise<PlaceParams>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function Page({ params, searchParams }: Props) {
  const place = placeOf(await params);
  const { state, cursor } = await searchParams;
  const input = { ...place, isOpen: queryValue(state) !== "resolved", cursor: queryValue(cursor) };
  const dehydrated = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.reports.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={dehydrated}>
      <ReportsPage />
    </HydrationBoundary>
  );
}
