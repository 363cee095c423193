import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuditPage } from "@/components/network/audit/audit-page";
import { type PageParams, readNetworkList, readValues } from "@/components/network/shell/place";
import { AUDIT_LIST } from "@/server/contracts/lists/network";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Audit log" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.audit.list.queryOptions(readNetworkList(values, AUDIT_LIST))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AuditPage />
    </HydrationBoundary>
  );
}
