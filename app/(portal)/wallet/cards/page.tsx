import type { Metadata } from "next";
import { CardsPage } from "@/components/wallet/cards/cards-page";
import { walletPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Cards" };

export default walletPage(CardsPage, (trpc, queries) => [
  queries.prefetchQuery(trpc.wallet.cards.list.queryOptions()),
  queries.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
]);
