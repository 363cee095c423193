import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { StatementsPage } from "@/components/wallet/statements/statements-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Statements" };

export default async function Page() {
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.statements.list.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <StatementsPage />
    </HydrationBoundary>
  );
}
