import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { DeliveryPage } from "@/components/tenant/webhooks/delivery-page";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";
import { placeIn, type TenantPage } from "../../../../place-of";

export const generateMetadata = titled("Delivery", "deliveryId");

export default async function Page({ params }: TenantPage<{ readonly id: string; readonly deliveryId: string }>) {
  const { id, deliveryId } = await params;
  const input = { ...(await placeIn(params)), id, deliveryId };
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.webhooks.delivery.queryOptions(input)),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <DeliveryPage id={id} deliveryId={deliveryId} />
    </HydrationBoundary>
  );
}
