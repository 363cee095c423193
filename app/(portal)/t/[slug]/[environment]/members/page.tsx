import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { MembersPage } from "@/components/tenant/members/members-page";
import { type PlaceParams, placeOf, queryValue } from "@/components/tenant/shell/place-of";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Members" };

interface Props {
  readonly params: Promise<PlaceParams>;
  readonly searchParams: Promise<{ readonly cursor?: string | string[]; readonly search?: string | string[] }>;
}

export default async function Page({ params, searchParams }: Props) {
  const place = placeOf(await params);
  const sent = await searchParams;
  const input = { ...place, search: queryValue(sent.search), cursor: queryValue(sent.cursor) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.members.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <MembersPage />
    </HydrationBoundary>
  );
}
