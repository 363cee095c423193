import type { Metadata } from "next";
import { MerchantsPage } from "@/components/network/merchants/merchants-page";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Merchants" };

export default networkPage(MerchantsPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.network.merchants.list.queryOptions(list)),
]);
