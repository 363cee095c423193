import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { type PlaceParams, placeOf } from "@/components/console/place-of";
import { MemberPage } from "@/components/members/member-page";
import { titled } from "@/components/ui/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Member", "id");

export default async function Page({ params }: { readonly params: Promise<PlaceParams & { readonly id: string }> }) {
  const { id, ...place } = await params;
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.members.get.queryOptions({ ...placeOf(place), id })),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <MemberPage />
    </HydrationBoundary>
  );
}
