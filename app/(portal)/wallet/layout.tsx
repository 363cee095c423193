import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { MemberUpdates } from "@/components/trpc/live";
import { WalletShell } from "@/components/wallet/shell/shell";
import { prefetch } from "@/server/trpc/prefetch";
import { enter } from "../enter";

export const metadata: Metadata = { title: "Wallet", robots: { index: false } };

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const sent = await headers();
  await enter(sent, "/wallet");
  const state = await prefetch(sent, (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.shared.sessions.me.queryOptions()),
    queryClient.prefetchQuery(trpc.shared.notifications.count.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.agreements.list.queryOptions({ state: "pending", limit: 20 })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <MemberUpdates>
        <WalletShell>{children}</WalletShell>
      </MemberUpdates>
    </HydrationBoundary>
  );
}
