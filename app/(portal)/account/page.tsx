import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { AccountPage } from "@/components/shared/account/account-page";
import { PageOwner } from "@/components/trpc/page-owner";
import { homeOf } from "@/server/auth/home";
import { prefetch } from "@/server/trpc/prefetch";
import { enter } from "../enter";

export const metadata: Metadata = { title: "Account", robots: { index: false } };

export default async function Page() {
  const sent = await headers();
  const signedIn = await enter(sent, "/account");
  const state = await prefetch(sent, (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.shared.sessions.me.queryOptions()),
    queryClient.prefetchQuery(trpc.shared.sessions.list.queryOptions()),
    queryClient.prefetchQuery(trpc.shared.passkeys.list.queryOptions()),
    queryClient.prefetchQuery(trpc.shared.notifications.count.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <PageOwner userId={signedIn.userId} />
      <AccountPage home={homeOf(signedIn)} />
    </HydrationBoundary>
  );
}
