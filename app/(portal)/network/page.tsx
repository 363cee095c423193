import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { type PageParams, readNetworkList, readValues } from "@/components/network/shell/place";
import { TenantsPage } from "@/components/network/tenants/tenants-page";
import { TENANT_LIST } from "@/server/contracts/lists/network";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Tenants" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.tenants.list.queryOptions(readNetworkList(values, TENANT_LIST))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <TenantsPage />
    </HydrationBoundary>
  );
}
