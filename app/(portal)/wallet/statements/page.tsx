import type { Metadata } from "next";
import { StatementsPage } from "@/components/wallet/statements/statements-page";
import { walletPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Statements" };

export default walletPage(StatementsPage, (trpc, queries) => [
  queries.prefetchQuery(trpc.wallet.statements.list.queryOptions()),
]);
