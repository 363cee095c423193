import type { Metadata } from "next";
import { BankLinesPage } from "@/components/network/bank/bank-lines-page";
import { networkPage } from "../../../prefetched-page";

export const metadata: Metadata = { title: "Bank lines" };

export default networkPage(BankLinesPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.network.bankLines.list.queryOptions(list)),
]);
