import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuditPage } from "@/components/tenant/audit/audit-page";
import { readList } from "@/server/contracts/lists/filters";
import { AUDIT_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Audit log" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = { ...(await placeIn(params)), ...readList(await readSearch(searchParams), AUDIT_LIST) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.audit.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AuditPage />
    </HydrationBoundary>
  );
}
