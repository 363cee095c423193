import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { PaymentCodePage } from "@/components/tenant/payment-codes/payment-code-page";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";
import { placeIn, type TenantPage } from "../../place-of";

export const generateMetadata = titled("Payment code", "id");

export default async function Page({ params }: TenantPage<{ readonly id: string }>) {
  const [place, { id }] = [await placeIn(params), await params];
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.paymentCodes.get.queryOptions({ ...place, id })),
    queryClient.prefetchQuery(trpc.tenant.authorizations.list.queryOptions({ ...place, search: id, limit: 25 })),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <PaymentCodePage id={id} />
    </HydrationBoundary>
  );
}
