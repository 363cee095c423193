import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { ChargeRequestsPage } from "@/components/tenant/charge-requests/charge-requests-page";
import { chargeFilterOf } from "@/components/tenant/charge-requests/filter";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Charge requests" };

interface Props {
  readonly params: Promise<{ readonly slug: string; readonly environment: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string>>>;
}

export default async function Page({ params, searchParams }: Props) {
  const { slug: tenant, environment } = await params;
  if (environment !== "live" && environment !== "test") notFound();
  const place = { tenant, environment } as const;
  const values = new URLSearchParams(await searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.chargeRequests.list.queryOptions({ ...place, ...chargeFilterOf(values) })),
    queryClient.prefetchQuery(trpc.tenant.merchants.names.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <ChargeRequestsPage />
    </HydrationBoundary>
  );
}
