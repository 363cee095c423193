import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuditPage } from "@/components/tenant/audit/audit-page";
import { auditFilterOf } from "@/components/tenant/audit/filter";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Audit log" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = { ...(await placeIn(params)), ...auditFilterOf(await readSearch(searchParams)) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.audit.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AuditPage />
    </HydrationBoundary>
  );
}
