import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { StatementPage } from "@/components/tenant/settlement/statement-page";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";
import { placeIn, type TenantPage } from "../../place-of";

export const generateMetadata = titled("Statement", "id");

export default async function Page({ params }: TenantPage<{ readonly id: string }>) {
  const [place, { id }] = [await placeIn(params), await params];
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.settlement.get.queryOptions({ ...place, id })),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <StatementPage id={id} />
    </HydrationBoundary>
  );
}
