import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { AccountPage } from "@/components/shared/account/account-page";
import { homeOf } from "@/server/auth/home";
import { readSession } from "@/server/auth/session";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Account", robots: { index: false } };

export default async function Page() {
  const sent = await headers();
  const signedIn = await readSession(sent);
  if (!signedIn) redirect("/sign-in?next=%2Faccount");
  const state = await prefetch(sent, (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.shared.sessions.me.queryOptions()),
    queryClient.prefetchQuery(trpc.shared.sessions.list.queryOptions()),
    queryClient.prefetchQuery(trpc.shared.notifications.count.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AccountPage home={homeOf(signedIn)} />
    </HydrationBoundary>
  );
}
