import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { TenantSettingsPage } from "@/components/tenant/settings/tenant-settings-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Settings" };

export default async function Page({ params }: { readonly params: Promise<PlaceParams> }) {
  const place = placeOf(await params);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.brand.get.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <TenantSettingsPage />
    </HydrationBoundary>
  );
}
