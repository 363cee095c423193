import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { readZone, ZONE_COOKIE } from "@/components/ui/values/zone";
import { HomePage } from "@/components/wallet/home/home-page";
import { monthInput } from "@/components/wallet/spending/spending-input";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Wallet" };

export default async function Page() {
  const zone = readZone((await cookies()).get(ZONE_COOKIE)?.value) ?? "UTC";
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.payouts.terms.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.activity.list.queryOptions({ limit: 6 })),
    queryClient.prefetchQuery(trpc.wallet.spending.list.queryOptions(monthInput(zone))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <HomePage />
    </HydrationBoundary>
  );
}
