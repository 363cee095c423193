import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { AuthorizationsPage } from "@/components/tenant/authorizations/authorizations-page";
import { filterOf, sumFilterOf } from "@/components/tenant/authorizations/filter";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Authorizations" };

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
    queryClient.prefetchQuery(trpc.tenant.authorizations.list.queryOptions({ ...place, ...filterOf(values) })),
    queryClient.prefetchQuery(trpc.tenant.authorizations.sum.queryOptions({ ...place, ...sumFilterOf(values) })),
    queryClient.prefetchQuery(trpc.tenant.merchants.names.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AuthorizationsPage />
    </HydrationBoundary>
  );
}
