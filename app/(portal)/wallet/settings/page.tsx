import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { SettingsPage } from "@/components/shared/account/settings-page";
import { PushSection } from "@/components/wallet/pushes/push-section";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Settings" };

export default async function Page() {
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.shared.sessions.list.queryOptions()),
    queryClient.prefetchQuery(trpc.shared.passkeys.list.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.pushes.list.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <SettingsPage>
        <PushSection />
      </SettingsPage>
    </HydrationBoundary>
  );
}
