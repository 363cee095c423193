import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { AuthorizationPage } from "@/components/tenant/authorizations/authorization-page";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";
import { placeIn, type TenantPage } from "../../place-of";

export const generateMetadata = titled("Authorization", "id");

export default async function Page({ params }: TenantPage<{ readonly id: string }>) {
  const [place, { id }] = [await placeIn(params), await params];
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.authorizations.get.queryOptions({ ...place, id })),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <AuthorizationPage id={id} />
    </HydrationBoundary>
  );
}
