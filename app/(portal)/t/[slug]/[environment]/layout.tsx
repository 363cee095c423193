import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { TenantShell } from "@/components/tenant/shell/tenant-shell";
import { PageOwner } from "@/components/trpc/page-owner";
import { prefetch } from "@/server/trpc/prefetch";
import { enter } from "../../../enter";

export const metadata: Metadata = { robots: { index: false } };

interface Props {
  readonly params: Promise<{ readonly slug: string; readonly environment: string }>;
  readonly children: ReactNode;
}

export default async function Layout({ params, children }: Props) {
  const { slug, environment } = await params;
  if (environment !== "live" && environment !== "test") notFound();
  const sent = await headers();
  const signedIn = await enter(sent, `/t/${slug}/${environment}`);
  // Someone else's tenant looks like one that is not there.
  if (!signedIn.roles.some((role) => role.kind === "tenant" && role.tenantSlug === slug)) notFound();
  const state = await prefetch(sent, (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.shared.sessions.me.queryOptions()),
    queryClient.prefetchQuery(trpc.tenant.tenants.get.queryOptions({ tenant: slug, environment })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <PageOwner userId={signedIn.userId} />
      <TenantShell>{children}</TenantShell>
    </HydrationBoundary>
  );
}
