import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { type PageParams, readPlace, readValues } from "@/components/network/shell/place";
import { TenantPage } from "@/components/network/tenants/tenant-page";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Tenant", "slug");

interface Props {
  readonly params: Promise<{ readonly slug: string }>;
  readonly searchParams: PageParams;
}

export default async function Page({ params, searchParams }: Props) {
  const { slug } = await params;
  const values = await readValues(searchParams);
  const place = readPlace(values);
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    // Its lists are asked for by its id. Without it there is no page, which the first answer has said.
    queryClient.fetchQuery(trpc.network.tenants.get.queryOptions({ ...place, slug })).then(
      async ({ id: tenantId }) => {
        await Promise.all([
          queryClient.prefetchQuery(trpc.network.merchants.list.queryOptions({ ...place, tenantId, limit: 20 })),
          queryClient.prefetchQuery(trpc.network.audit.list.queryOptions({ ...place, tenantId, limit: 10 })),
        ]);
      },
      () => undefined,
    ),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <TenantPage slug={slug} />
    </HydrationBoundary>
  );
}
