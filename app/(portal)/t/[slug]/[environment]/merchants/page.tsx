import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { MerchantsPage } from "@/components/tenant/merchants/merchants-page";
import { type PlaceParams, placeOf, queryValue } from "@/components/tenant/shell/place-of";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Merchants" };

interface Props {
  readonly params: Promise<PlaceParams>;
  readonly searchParams: Promise<{ readonly cursor?: string | string[] }>;
}

export default async function Page({ params, searchParams }: Props) {
  const place = placeOf(await params);
  const cursor = queryValue((await searchParams).cursor);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.merchants.list.queryOptions({ ...place, cursor })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <MerchantsPage />
    </HydrationBoundary>
  );
}
