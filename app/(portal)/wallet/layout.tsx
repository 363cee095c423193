import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { MemberUpdates } from "@/components/trpc/live";
import { PageOwner } from "@/components/trpc/page-owner";
import { InstallWorker } from "@/components/wallet/shell/install-worker";
import { WalletShell } from "@/components/wallet/shell/shell";
import { prefetch } from "@/server/trpc/prefetch";
import { enter } from "../enter";

/** Lets a phone install the wallet with its own icon and name. */
export const metadata: Metadata = {
  title: "Wallet",
  robots: { index: false },
  appleWebApp: { capable: true, title: "Wallet" },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1012" },
  ],
};

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const sent = await headers();
  const { userId, roles, chosenMemberId } = await enter(sent, "/wallet");
  const members = roles.filter((role) => role.kind === "member");
  const member = members.find(({ memberId }) => memberId === chosenMemberId) ?? members[0];
  const state = await prefetch(sent, (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.shared.sessions.me.queryOptions()),
    queryClient.prefetchQuery(trpc.shared.notifications.count.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.agreements.list.queryOptions({ state: "pending", limit: 20 })),
    queryClient.prefetchQuery(trpc.wallet.charges.list.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.rescues.list.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <PageOwner userId={userId} memberId={member?.memberId ?? null} />
      {member ? <link rel="manifest" href={`/brand/${member.tenantId}/wallet.webmanifest`} /> : null}
      <MemberUpdates>
        <WalletShell>{children}</WalletShell>
        <InstallWorker />
      </MemberUpdates>
    </HydrationBoundary>
  );
}
