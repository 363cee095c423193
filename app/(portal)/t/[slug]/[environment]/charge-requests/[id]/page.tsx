import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { ChargeRequestPage } from "@/components/tenant/charge-requests/charge-request-page";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Charge request", "id");

interface Props {
  readonly params: Promise<{ readonly slug: string; readonly environment: string; readonly id: string }>;
}

export default async function Page({ params }: Props) {
  const { slug: tenant, environment, id } = await params;
  if (environment !== "live" && environment !== "test") notFound();
  const place = { tenant, environment } as const;
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.chargeRequests.get.queryOptions({ ...place, id })),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <ChargeRequestPage id={id} />
    </HydrationBoundary>
  );
}
