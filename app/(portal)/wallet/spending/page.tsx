import type { Metadata } from "next";
import { readMonth, spendingInput } from "@/components/wallet/spending/spending-input";
import { SpendingPage } from "@/components/wallet/spending/spending-page";
import { walletPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Spending" };

export default walletPage(SpendingPage, (trpc, queries, { values, zone }) => [
  queries.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
  queries.prefetchQuery(trpc.wallet.spending.list.queryOptions(spendingInput(zone, readMonth(values.get("last"))))),
]);
