import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { LATEST } from "@/components/tenant/authorizations/latest";
import { MemberPage } from "@/components/tenant/members/member-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Member", "id");

export default async function Page({ params }: { readonly params: Promise<PlaceParams & { readonly id: string }> }) {
  const { id, ...place } = await params;
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.members.get.queryOptions({ ...placeOf(place), id })),
    queryClient.prefetchQuery(
      trpc.tenant.authorizations.list.queryOptions({ ...placeOf(place), member: id, limit: LATEST }),
    ),
    queryClient.prefetchQuery(trpc.tenant.authorizations.sum.queryOptions({ ...placeOf(place), member: id })),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <MemberPage />
    </HydrationBoundary>
  );
}
