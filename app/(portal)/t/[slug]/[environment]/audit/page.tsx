import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuditPage } from "@/components/tenant/audit/audit-page";
import { type PlaceParams, placeOf, queryValue } from "@/components/tenant/shell/place-of";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Audit log" };

interface Props {
  readonly params: Promise<PlaceParams>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function Page({ params, searchParams }: Props) {
  const place = placeOf(await params);
  const { noun, actor, cursor } = await searchParams;
  const filters = { noun: queryValue(noun), actor: queryValue(actor), cursor: queryValue(cursor) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.audit.list.queryOptions({ ...place, ...filters })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AuditPage />
    </HydrationBoundary>
  );
}
