import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { TenantShell } from "@/components/tenant/shell/tenant-shell";
import { PageOwner } from "@/components/trpc/page-owner";
import { prefetch } from "@/server/trpc/prefetch";
import { MissingFromSite } from "../../../../missing";
import { enter, type SignedInRole, titleFor } from "../../../enter";

interface Props {
  readonly params: Promise<{ readonly slug: string; readonly environment: string }>;
  readonly children: ReactNode;
}

const ofTenant = (slug: string) => (role: SignedInRole) => role.kind === "tenant" && role.tenantSlug === slug;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, environment } = await params;
  return titleFor(await headers(), (role) => isEnvironment(environment) && ofTenant(slug)(role));
}

const isEnvironment = (name: string) => name === "live" || name === "test";

export default async function Layout({ params, children }: Props) {
  const { slug, environment } = await params;
  if (!isEnvironment(environment)) return <MissingFromSite />;
  const sent = await headers();
  const signedIn = await enter(sent, `/t/${slug}/${environment}`);
  // Another tenant's pages look like pages that don't exist.
  if (!signedIn.roles.some(ofTenant(slug))) return <MissingFromSite />;
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
