import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { RequestPage } from "@/components/tenant/requests/request-page";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";
import { placeIn, type TenantPage } from "../../place-of";

export const generateMetadata = titled("Request", "id");

export default async function Page({ params }: TenantPage<{ readonly id: string }>) {
  const { id } = await params;
  const input = { ...(await placeIn(params)), id };
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.requests.get.queryOptions(input)),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <RequestPage id={id} />
    </HydrationBoundary>
  );
}
