import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { type PlaceParams, placeOf } from "@/components/console/place-of";
import { KeysPage } from "@/components/keys/keys-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "API keys" };

export default async function Page({ params }: { readonly params: Promise<PlaceParams> }) {
  const place = placeOf(await params);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.keys.list.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <KeysPage />
    </HydrationBoundary>
  );
}
