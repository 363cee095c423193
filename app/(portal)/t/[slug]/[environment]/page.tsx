import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { periodOf } from "@/components/shared/overview/period";
import { OverviewPage } from "@/components/tenant/overview/overview-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Overview" };

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
    // What stands above the numbers: coming later, it would push them down.
    queryClient.prefetchQuery(trpc.tenant.firstRun.state.queryOptions(place)),
    queryClient.prefetchQuery(
      trpc.tenant.overview.get.queryOptions({ ...place, period: periodOf(values.get("period")) }),
    ),
  ]);
  return (
    <HydrationBoundary state={state}>
      <OverviewPage />
    </HydrationBoundary>
  );
}
