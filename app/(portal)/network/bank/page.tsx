import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { BankPage } from "@/components/network/bank/bank-page";
import { type PageParams, readPlace, readValues } from "@/components/network/shell/place";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Bank" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const place = readPlace(await readValues(searchParams));
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.bank.accounts.queryOptions(place)),
    queryClient.prefetchQuery(trpc.network.bank.statements.queryOptions(place)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <BankPage />
    </HydrationBoundary>
  );
}
