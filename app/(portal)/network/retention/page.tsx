import type { Metadata } from "next";
import { RetentionPage } from "@/components/network/retention/retention-page";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Retention" };

export default networkPage(RetentionPage, (trpc, queries, { place }) => [
  queries.prefetchQuery(trpc.network.retention.list.queryOptions(place)),
]);
