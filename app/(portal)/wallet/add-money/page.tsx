import type { Metadata } from "next";
import { AddMoneyPage } from "@/components/wallet/add-money/add-money-page";
import { walletPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Add money" };

export default walletPage(AddMoneyPage, (trpc, queries) => [
  queries.prefetchQuery(trpc.wallet.accounts.funding.queryOptions()),
]);
