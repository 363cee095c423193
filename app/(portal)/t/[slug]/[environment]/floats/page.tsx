import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { FloatsPage } from "@/components/tenant/floats/floats-page";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Floats" };

export default async function Page({ params }: TenantPage) {
  const place = await placeIn(params);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.floats.list.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <FloatsPage />
    </HydrationBoundary>
  );
}
