import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { SettingsPage } from "@/components/shared/account/settings-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Settings" };

export default async function Page() {
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.shared.sessions.list.queryOptions()),
    queryClient.prefetchQuery(trpc.shared.passkeys.list.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <SettingsPage />
    </HydrationBoundary>
  );
}
