import type { Metadata } from "next";
import { SettlementPage } from "@/components/network/settlement/settlement-page";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Settlement" };

export default networkPage(SettlementPage, (trpc, queries, { place, list }) => [
  queries.prefetchQuery(trpc.network.settlement.unsettled.queryOptions(place)),
  queries.prefetchQuery(trpc.network.settlement.list.queryOptions(list)),
]);
