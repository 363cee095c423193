import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { titled } from "@/components/ui/titled";
import { SubscriptionPage } from "@/components/webhooks/subscription-page";
import { prefetchRecord } from "@/server/trpc/prefetch";
import { placeOf, type TenantPage } from "../../place-of";

export const generateMetadata = titled("Webhook", "id");

export default async function Page({ params }: TenantPage<{ readonly id: string }>) {
  const { id } = await params;
  const input = { ...(await placeOf(params)), id };
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.webhooks.get.queryOptions(input)),
    queryClient.prefetchQuery(trpc.webhooks.health.queryOptions(input)),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <SubscriptionPage id={id} />
    </HydrationBoundary>
  );
}
