import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuditPage } from "@/components/network/audit/audit-page";
import { AUDIT_FILTERS, type PageParams, readFilter, readValues } from "@/components/network/shell/place";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Audit log" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.audit.list.queryOptions(readFilter(values, AUDIT_FILTERS))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AuditPage />
    </HydrationBoundary>
  );
}
