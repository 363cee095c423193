import type { Metadata } from "next";
import { HomePage } from "@/components/wallet/home/home-page";
import { monthInput } from "@/components/wallet/spending/spending-input";
import { walletPage } from "../prefetched-page";

export const metadata: Metadata = { title: "Wallet" };

export default walletPage(HomePage, (trpc, queries, { zone }) => [
  queries.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
  queries.prefetchQuery(trpc.wallet.payouts.terms.queryOptions()),
  queries.prefetchQuery(trpc.wallet.activity.list.queryOptions({ limit: 6 })),
  queries.prefetchQuery(trpc.wallet.spending.list.queryOptions(monthInput(zone))),
]);
