import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { TeamPage } from "@/components/tenant/team/team-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Team" };

export default async function Page({ params }: { readonly params: Promise<PlaceParams> }) {
  const place = placeOf(await params);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.team.list.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <TeamPage />
    </HydrationBoundary>
  );
}
