import type { Metadata } from "next";
import { PayoutsPage } from "@/components/wallet/payouts/payouts-page";
import { walletPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Payouts" };

export default walletPage(PayoutsPage, (trpc, queries) => [
  queries.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
  queries.prefetchQuery(trpc.wallet.payouts.terms.queryOptions()),
  queries.prefetchQuery(trpc.wallet.payouts.list.queryOptions()),
]);
