import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { SubscriptionPage } from "@/components/tenant/webhooks/subscription-page";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";
import { placeIn, type TenantPage } from "../../place-of";

export const generateMetadata = titled("Webhook", "id");

export default async function Page({ params }: TenantPage<{ readonly id: string }>) {
  const { id } = await params;
  const input = { ...(await placeIn(params)), id };
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.webhooks.get.queryOptions(input)),
    queryClient.prefetchQuery(trpc.tenant.webhooks.health.queryOptions(input)),
    queryClient.prefetchQuery(trpc.tenant.webhooks.lastReplay.queryOptions(input)),
    queryClient.prefetchQuery(
      trpc.tenant.webhooks.countReplayable.queryOptions({ ...input, status: null, event: null }),
    ),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <SubscriptionPage id={id} />
    </HydrationBoundary>
  );
}
