import type { Metadata } from "next";
import { PayoutsPage } from "@/components/network/payouts/payouts-page";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Payouts" };

export default networkPage(PayoutsPage, (trpc, queries, { place, list }) => [
  queries.prefetchQuery(trpc.network.payouts.due.queryOptions(place)),
  queries.prefetchQuery(trpc.network.payouts.terms.queryOptions(place)),
  queries.prefetchQuery(trpc.network.payouts.files.queryOptions(place)),
  queries.prefetchQuery(trpc.network.payouts.list.queryOptions(list)),
]);
