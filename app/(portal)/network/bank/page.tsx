import type { Metadata } from "next";
import { BankPage } from "@/components/network/bank/bank-page";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Bank" };

export default networkPage(BankPage, (trpc, queries, { place }) => [
  queries.prefetchQuery(trpc.network.bank.accounts.queryOptions(place)),
  queries.prefetchQuery(trpc.network.bank.statements.queryOptions(place)),
]);
