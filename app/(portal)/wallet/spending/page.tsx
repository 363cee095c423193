import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { readZone, ZONE_COOKIE } from "@/components/ui/values/zone";
import { readMonth, spendingInput } from "@/components/wallet/spending/spending-input";
import { SpendingPage } from "@/components/wallet/spending/spending-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Spending" };

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function Page({ searchParams }: Props) {
  const zone = readZone((await cookies()).get(ZONE_COOKIE)?.value) ?? "UTC";
  const { last } = await searchParams;
  const input = spendingInput(zone, readMonth(typeof last === "string" ? last : null));
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.spending.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <SpendingPage />
    </HydrationBoundary>
  );
}
