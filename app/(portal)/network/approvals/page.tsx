import type { Metadata } from "next";
import { ApprovalsPage } from "@/components/network/approvals/approvals-page";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Approvals" };

export default networkPage(ApprovalsPage, (trpc, queries, { place }) => [
  queries.prefetchQuery(trpc.network.approvals.list.queryOptions(place)),
  queries.prefetchQuery(trpc.network.approvals.liveRequests.queryOptions(place)),
]);
