import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { LATEST } from "@/components/tenant/authorizations/latest";
import { MerchantPage } from "@/components/tenant/merchants/merchant-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Merchant", "id");

export default async function Page({ params }: { readonly params: Promise<PlaceParams & { readonly id: string }> }) {
  const { id, ...place } = await params;
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.merchants.get.queryOptions({ ...placeOf(place), id })),
    queryClient.prefetchQuery(
      trpc.tenant.authorizations.list.queryOptions({ ...placeOf(place), merchant: id, limit: LATEST }),
    ),
    queryClient.prefetchQuery(trpc.tenant.authorizations.sum.queryOptions({ ...placeOf(place), merchant: id })),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <MerchantPage />
    </HydrationBoundary>
  );
}
