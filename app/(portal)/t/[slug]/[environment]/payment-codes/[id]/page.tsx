import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { PaymentCodePage } from "@/components/tenant/payment-codes/payment-code-page";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Payment code", "id");

interface Props {
  readonly params: Promise<{ readonly slug: string; readonly environment: string; readonly id: string }>;
}

export default async function Page({ params }: Props) {
  const { slug: tenant, environment, id } = await params;
  if (environment !== "live" && environment !== "test") notFound();
  const place = { tenant, environment } as const;
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
