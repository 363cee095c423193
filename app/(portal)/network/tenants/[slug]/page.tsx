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
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.tenants.get.queryOptions({ ...readPlace(values), slug })),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <TenantPage slug={slug} />
    </HydrationBoundary>
  );
}
