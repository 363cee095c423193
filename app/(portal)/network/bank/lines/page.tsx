import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { BankLinesPage } from "@/components/network/bank/bank-lines-page";
import { type PageParams, readNetworkList, readValues } from "@/components/network/shell/place";
import { BANK_LINE_LIST } from "@/server/contracts/lists/network";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Bank lines" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.bankLines.list.queryOptions(readNetworkList(values, BANK_LINE_LIST))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <BankLinesPage />
    </HydrationBoundary>
  );
}
