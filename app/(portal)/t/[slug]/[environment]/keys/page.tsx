import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { KeysPage } from "@/components/tenant/keys/keys-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "API keys" };

export default async function Page({ params }: { readonly params: Promise<PlaceParams> }) {
  const place = placeOf(await params);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.keys.list.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <KeysPage />
    </HydrationBoundary>
  );
}
