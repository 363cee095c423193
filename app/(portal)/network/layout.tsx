import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { NetworkShell } from "@/components/network/shell/network-shell";
import { PageOwner } from "@/components/trpc/page-owner";
import { prefetch } from "@/server/trpc/prefetch";
import { MissingFromSite } from "../../missing";
import { enter, type SignedInRole, titleFor } from "../enter";

const isOperator = ({ kind }: SignedInRole) => kind === "network_operator";

export async function generateMetadata(): Promise<Metadata> {
  return titleFor(await headers(), isOperator);
}

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const sent = await headers();
  const signedIn = await enter(sent, "/network");
  if (!signedIn.roles.some(isOperator)) return <MissingFromSite />;
  const state = await prefetch(sent, (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.shared.sessions.me.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <PageOwner userId={signedIn.userId} />
      <NetworkShell>{children}</NetworkShell>
    </HydrationBoundary>
  );
}
